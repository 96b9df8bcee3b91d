"""The constants of squares, ``A1`` to ``L10``, and of sets of squares as bits, ``BB_A1`` to ``BB_L10``."""

from ._names import SQUARES
from .squares import BB_FILES, BB_RANKS, BB_SQUARES

A1, B1, C1, D1, E1, F1, G1, H1, I1, J1, K1, L1 = SQUARES[0:12]
A2, B2, C2, D2, E2, F2, G2, H2, I2, J2, K2, L2 = SQUARES[12:24]
A3, B3, C3, D3, E3, F3, G3, H3, I3, J3, K3, L3 = SQUARES[24:36]
A4, B4, C4, D4, E4, F4, G4, H4, I4, J4, K4, L4 = SQUARES[36:48]
A5, B5, C5, D5, E5, F5, G5, H5, I5, J5, K5, L5 = SQUARES[48:60]
A6, B6, C6, D6, E6, F6, G6, H6, I6, J6, K6, L6 = SQUARES[60:72]
A7, B7, C7, D7, E7, F7, G7, H7, I7, J7, K7, L7 = SQUARES[72:84]
A8, B8, C8, D8, E8, F8, G8, H8, I8, J8, K8, L8 = SQUARES[84:96]
A9, B9, C9, D9, E9, F9, G9, H9, I9, J9, K9, L9 = SQUARES[96:108]
A10, B10, C10, D10, E10, F10, G10, H10, I10, J10, K10, L10 = SQUARES[108:120]

BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1, BB_I1, BB_J1, BB_K1, BB_L1 = BB_SQUARES[0:12]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2, BB_I2, BB_J2, BB_K2, BB_L2 = BB_SQUARES[12:24]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3, BB_I3, BB_J3, BB_K3, BB_L3 = BB_SQUARES[24:36]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4, BB_I4, BB_J4, BB_K4, BB_L4 = BB_SQUARES[36:48]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5, BB_I5, BB_J5, BB_K5, BB_L5 = BB_SQUARES[48:60]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6, BB_I6, BB_J6, BB_K6, BB_L6 = BB_SQUARES[60:72]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7, BB_I7, BB_J7, BB_K7, BB_L7 = BB_SQUARES[72:84]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8, BB_I8, BB_J8, BB_K8, BB_L8 = BB_SQUARES[84:96]
BB_A9, BB_B9, BB_C9, BB_D9, BB_E9, BB_F9, BB_G9, BB_H9, BB_I9, BB_J9, BB_K9, BB_L9 = BB_SQUARES[96:108]
BB_A10, BB_B10, BB_C10, BB_D10, BB_E10, BB_F10, BB_G10, BB_H10, BB_I10, BB_J10, BB_K10, BB_L10 = BB_SQUARES[108:120]

BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H, BB_FILE_I, BB_FILE_J, BB_FILE_K, BB_FILE_L = BB_FILES
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8, BB_RANK_9, BB_RANK_10 = BB_RANKS

__all__ = [
    "A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1", "J1", "K1", "L1", "A2", "B2", "C2", "D2", "E2", "F2", "G2",
    "H2", "I2", "J2", "K2", "L2", "A3", "B3", "C3", "D3", "E3", "F3", "G3", "H3", "I3", "J3", "K3", "L3", "A4", "B4",
    "C4", "D4", "E4", "F4", "G4", "H4", "I4", "J4", "K4", "L4", "A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5", "I5",
    "J5", "K5", "L5", "A6", "B6", "C6", "D6", "E6", "F6", "G6", "H6", "I6", "J6", "K6", "L6", "A7", "B7", "C7", "D7",
    "E7", "F7", "G7", "H7", "I7", "J7", "K7", "L7", "A8", "B8", "C8", "D8", "E8", "F8", "G8", "H8", "I8", "J8", "K8",
    "L8", "A9", "B9", "C9", "D9", "E9", "F9", "G9", "H9", "I9", "J9", "K9", "L9", "A10", "B10", "C10", "D10", "E10",
    "F10", "G10", "H10", "I10", "J10", "K10", "L10", "BB_A1", "BB_B1", "BB_C1", "BB_D1", "BB_E1", "BB_F1", "BB_G1",
    "BB_H1", "BB_I1", "BB_J1", "BB_K1", "BB_L1", "BB_A2", "BB_B2", "BB_C2", "BB_D2", "BB_E2", "BB_F2", "BB_G2", "BB_H2",
    "BB_I2", "BB_J2", "BB_K2", "BB_L2", "BB_A3", "BB_B3", "BB_C3", "BB_D3", "BB_E3", "BB_F3", "BB_G3", "BB_H3", "BB_I3",
    "BB_J3", "BB_K3", "BB_L3", "BB_A4", "BB_B4", "BB_C4", "BB_D4", "BB_E4", "BB_F4", "BB_G4", "BB_H4", "BB_I4", "BB_J4",
    "BB_K4", "BB_L4", "BB_A5", "BB_B5", "BB_C5", "BB_D5", "BB_E5", "BB_F5", "BB_G5", "BB_H5", "BB_I5", "BB_J5", "BB_K5",
    "BB_L5", "BB_A6", "BB_B6", "BB_C6", "BB_D6", "BB_E6", "BB_F6", "BB_G6", "BB_H6", "BB_I6", "BB_J6", "BB_K6", "BB_L6",
    "BB_A7", "BB_B7", "BB_C7", "BB_D7", "BB_E7", "BB_F7", "BB_G7", "BB_H7", "BB_I7", "BB_J7", "BB_K7", "BB_L7", "BB_A8",
    "BB_B8", "BB_C8", "BB_D8", "BB_E8", "BB_F8", "BB_G8", "BB_H8", "BB_I8", "BB_J8", "BB_K8", "BB_L8", "BB_A9", "BB_B9",
    "BB_C9", "BB_D9", "BB_E9", "BB_F9", "BB_G9", "BB_H9", "BB_I9", "BB_J9", "BB_K9", "BB_L9", "BB_A10", "BB_B10",
    "BB_C10", "BB_D10", "BB_E10", "BB_F10", "BB_G10", "BB_H10", "BB_I10", "BB_J10", "BB_K10", "BB_L10", "BB_FILE_A",
    "BB_FILE_B", "BB_FILE_C", "BB_FILE_D", "BB_FILE_E", "BB_FILE_F", "BB_FILE_G", "BB_FILE_H", "BB_FILE_I", "BB_FILE_J",
    "BB_FILE_K", "BB_FILE_L", "BB_RANK_1", "BB_RANK_2", "BB_RANK_3", "BB_RANK_4", "BB_RANK_5", "BB_RANK_6", "BB_RANK_7",
    "BB_RANK_8", "BB_RANK_9", "BB_RANK_10",
]
