//! The loops over the hidden layer. They are written so that the compiler vectorizes them. Within
//! [`Position::scan`](campione_movegen::Position::scan) they are compiled for the machine's instructions.

/// `to = from + add - sub`.
#[inline(always)]
pub(crate) fn move_piece(to: &mut [i16], from: &[i16], add: &[i16], sub: &[i16]) {
    // Wrapping is exact as long as the view itself fits into sixteen bits, in whatever order rows come and go.
    for ((to, from), (add, sub)) in to.iter_mut().zip(from).zip(add.iter().zip(sub)) {
        *to = from.wrapping_add(*add).wrapping_sub(*sub);
    }
}

/// `to = from + add - sub - taken`.
#[inline(always)]
pub(crate) fn capture(to: &mut [i16], from: &[i16], add: &[i16], sub: &[i16], taken: &[i16]) {
    for ((to, from), ((add, sub), taken)) in to.iter_mut().zip(from).zip(add.iter().zip(sub).zip(taken)) {
        *to = from.wrapping_add(*add).wrapping_sub(*sub).wrapping_sub(*taken);
    }
}

/// `to += add`.
#[inline(always)]
pub(crate) fn add(to: &mut [i16], add: &[i16]) {
    for (to, add) in to.iter_mut().zip(add) {
        *to = to.wrapping_add(*add);
    }
}

/// `to -= sub`.
#[inline(always)]
pub(crate) fn sub(to: &mut [i16], sub: &[i16]) {
    for (to, sub) in to.iter_mut().zip(sub) {
        *to = to.wrapping_sub(*sub);
    }
}

/// The weighted sum of the squares of a view's hidden neurons, each clamped between 0 and `one`. A neuron is shifted
/// left by `shift` before it is squared, and the lower sixteen bits of the square are dropped, so twelve bits remain.
/// The sum fits in 32 bits: [`Net::new`](super::Net::new) rejects weights with which it would not.
#[inline(always)]
pub(crate) fn weigh(view: &[i16], weights: &[i16], one: i16, shift: u32) -> i32 {
    view.iter().zip(weights).fold(0, |sum: i32, (&value, &weight)| {
        let value = i32::from(value.max(0).min(one) << shift);
        let square = ((value * value) >> 16) as i16;
        sum.wrapping_add(i32::from(square) * i32::from(weight))
    })
}
