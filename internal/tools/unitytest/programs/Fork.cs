// Calls the library in a forked child, which must get an error at once. Only the
// thread that forked runs in the child, so the child does nothing else.
using System;
using System.Runtime.InteropServices;
using Qikit;

static class Program
{
    [DllImport("libc")] static extern int fork();
    [DllImport("libc")] static extern int waitpid(int pid, out int status, int options);
    [DllImport("libc")] static extern void _exit(int status);

    static int Call(Board board)
    {
        try
        {
            board.Undo();
            return 1;
        }
        catch (ForkedException e)
        {
            return e.Message.Length > 10 ? 42 : 2;
        }
        catch (Exception)
        {
            return 3;
        }
    }

    static void Main()
    {
        var board = new Board("xiangqi");
        try
        {
            board.Undo(); // so that everything is loaded in the child
        }
        catch (StateException)
        {
        }
        int child = fork();
        if (child == 0) _exit(Call(board));
        int status;
        waitpid(child, out status, 0);
        Console.WriteLine("child {0}", (status >> 8) & 0xff);
        Console.WriteLine("parent {0}", board.Moves().Length);
    }
}
