// A search that a task of .NET stops, with handles that free themselves and errors as exceptions: `analysis VARIANT [FEN]`.
//
//     mcs analysis.cs && LD_LIBRARY_PATH=LIB mono analysis.exe archchess
//
// LIB is the folder of libcampione. With `dotnet`, the file goes into a console project as it is.

using System;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading.Tasks;

/// The functions of campione.h that are used here.
static class Native
{
    const string Library = "campione";

    public struct Score
    {
        public int Kind;
        public int Value;
    }

    public struct Limits
    {
        public uint Depth, Mate;
        public ulong Nodes, TimeMs, ClockMs, IncrementMs;
        public uint MovesToGo, Multipv;
        public IntPtr SearchMoves;
        public UIntPtr SearchMovesLength;
    }

    public struct Info
    {
        public uint Depth, Seldepth, Multipv, Hashfull;
        public Score Score;
        public ulong Nodes, TimeUs;
        public IntPtr Pv;
    }

    [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Ansi)]
    public struct Result
    {
        [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 24)] public string BestMove;
        [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 24)] public string PonderMove;
        public Score Score;
        public uint Depth, NoMateIn;
        public ulong Nodes, TimeUs;
        public int Winner;
        public IntPtr Reason;
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int InfoCallback(ref Info info, IntPtr user);

    [DllImport(Library)] public static extern IntPtr campione_error_message();
    [DllImport(Library)] public static extern UIntPtr campione_error_count();
    [DllImport(Library)] public static extern IntPtr campione_error_code(UIntPtr index);
    [DllImport(Library)] public static extern int campione_variant_named(byte[] name, UIntPtr length, out VariantHandle variant);
    [DllImport(Library)] public static extern int campione_game_new(VariantHandle variant, byte[] fen, UIntPtr length, out GameHandle game);
    [DllImport(Library)] public static extern int campione_game_perft(GameHandle game, uint depth, uint threads, uint hash, IntPtr control, out ulong nodes);
    [DllImport(Library)] public static extern int campione_engine_new(IntPtr options, out EngineHandle engine);
    [DllImport(Library)] public static extern int campione_control_new(out ControlHandle control);
    [DllImport(Library)] public static extern int campione_control_stop(ControlHandle control);
    [DllImport(Library)] public static extern int campione_engine_search(
        EngineHandle engine, GameHandle game, ref Limits limits, ControlHandle control, InfoCallback callback, IntPtr user, out Result result);
    [DllImport(Library)] public static extern void campione_variant_free(IntPtr variant);
    [DllImport(Library)] public static extern void campione_game_free(IntPtr game);
    [DllImport(Library)] public static extern void campione_engine_free(IntPtr engine);
    [DllImport(Library)] public static extern void campione_control_free(IntPtr control);
}

/// What the library made and must free. .NET keeps a handle that a call uses, and frees it once.
abstract class Handle : SafeHandle
{
    protected Handle() : base(IntPtr.Zero, true) { }
    public override bool IsInvalid { get { return handle == IntPtr.Zero; } }
}

sealed class VariantHandle : Handle { protected override bool ReleaseHandle() { Native.campione_variant_free(handle); return true; } }
sealed class GameHandle : Handle { protected override bool ReleaseHandle() { Native.campione_game_free(handle); return true; } }
sealed class EngineHandle : Handle { protected override bool ReleaseHandle() { Native.campione_engine_free(handle); return true; } }
sealed class ControlHandle : Handle { protected override bool ReleaseHandle() { Native.campione_control_free(handle); return true; } }

/// An error of the library, with the codes of its faults. It must be made by the thread that called.
sealed class CampioneException : Exception
{
    public readonly string[] Codes;

    public CampioneException() : base(Text.Read(Native.campione_error_message()))
    {
        Codes = new string[(int)Native.campione_error_count()];
        for (int i = 0; i < Codes.Length; i++) Codes[i] = Text.Read(Native.campione_error_code((UIntPtr)i));
    }

    /// Throws if a call went wrong.
    public static void Check(int status)
    {
        if (status != 0) throw new CampioneException();
    }
}

/// Texts: UTF-8 on both sides of the border.
static class Text
{
    public static string Read(IntPtr text)
    {
        int length = 0;
        while (Marshal.ReadByte(text, length) != 0) length++;
        var bytes = new byte[length];
        Marshal.Copy(text, bytes, 0, length);
        return Encoding.UTF8.GetString(bytes);
    }

    public static byte[] Bytes(string text) { return text == null ? null : Encoding.UTF8.GetBytes(text); }
    public static UIntPtr Length(byte[] bytes) { return (UIntPtr)(bytes == null ? 0 : bytes.Length); }
}

static class Program
{
    static GameHandle NewGame(string name, string fen)
    {
        byte[] id = Text.Bytes(name), position = Text.Bytes(fen);
        VariantHandle variant;
        CampioneException.Check(Native.campione_variant_named(id, Text.Length(id), out variant));
        using (variant)
        {
            GameHandle game;
            CampioneException.Check(Native.campione_game_new(variant, position, Text.Length(position), out game));
            return game;
        }
    }

    /// Searches until `goesOn` returns false for a line, or `control` ends it.
    static Native.Result Search(GameHandle game, Native.Limits limits, ControlHandle control, Func<Native.Info, bool> goesOn)
    {
        EngineHandle engine;
        CampioneException.Check(Native.campione_engine_new(IntPtr.Zero, out engine));
        using (engine)
        {
            // An exception must not cross the border: it is kept, and thrown behind it.
            Exception thrown = null;
            Native.InfoCallback callback = (ref Native.Info info, IntPtr user) =>
            {
                try { return goesOn(info) ? 0 : 1; }
                catch (Exception exception) { thrown = exception; return 1; }
            };
            Native.Result result;
            int status = Native.campione_engine_search(engine, game, ref limits, control, callback, IntPtr.Zero, out result);
            // The garbage collector must not take what the library calls.
            GC.KeepAlive(callback);
            if (thrown != null) throw thrown;
            CampioneException.Check(status);
            return result;
        }
    }

    static int Main(string[] arguments)
    {
        if (arguments.Length == 0 || arguments.Length > 2)
        {
            Console.Error.WriteLine("usage: analysis VARIANT [FEN]");
            return 2;
        }
        try
        {
            using (var game = NewGame(arguments[0], arguments.Length > 1 ? arguments[1] : null))
            {
                ulong nodes;
                CampioneException.Check(Native.campione_game_perft(game, 3, 0, 0, IntPtr.Zero, out nodes));
                Console.WriteLine("perft 3: " + nodes);
                ControlHandle control;
                CampioneException.Check(Native.campione_control_new(out control));
                using (control)
                {
                    // Without limits: the third line starts a task that ends the search.
                    Task stop = null;
                    var result = Search(game, new Native.Limits(), control, info =>
                    {
                        if (info.Depth <= 3) Console.WriteLine("depth " + info.Depth + ", a line: " + (Text.Read(info.Pv).Length > 0));
                        if (info.Depth == 3) stop = Task.Run(() => CampioneException.Check(Native.campione_control_stop(control)));
                        return true;
                    });
                    if (stop != null) stop.Wait();
                    Console.Error.WriteLine("best move: " + result.BestMove);
                    Console.WriteLine("a move was found: " + (result.BestMove.Length > 0));
                }
                return 0;
            }
        }
        catch (CampioneException exception)
        {
            Console.Error.WriteLine(exception.Message);
            Console.WriteLine("codes: " + string.Join(" ", exception.Codes));
            return 1;
        }
    }
}
