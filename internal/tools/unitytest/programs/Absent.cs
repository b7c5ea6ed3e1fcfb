// Calls the library where there is none, and prints what the exception says.
using System;
using Qikit;

static class Program
{
    static void Main()
    {
        try
        {
            new Board("xiangqi");
        }
        catch (DllNotFoundException e)
        {
            Console.WriteLine(e.Message);
        }
    }
}
