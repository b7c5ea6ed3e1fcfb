// Shows a board in letters and in numbers: a program without Unity, of the package's
// own source files. Without moves it plays three of Xiangqi.
//
//   mcs -out:Board.exe Board.cs ../../bindings/unity/Runtime/*.cs && LD_LIBRARY_PATH=../../build/lib mono Board.exe [MOVE ...]
using System;
using Qikit;

static class Program
{
    static void Main(string[] args)
    {
        using (var board = new Board("xiangqi"))
        {
            foreach (string move in args.Length > 0 ? args : new[] { "h2e2", "h7e7", "e2e6" }) board.Play(move);
            Console.WriteLine(board);
            Console.WriteLine("{0} to move", board.Side);
            Console.WriteLine("king e9 attacked from {0}", string.Join(" ", board.Attackers("e9", "red")));
            int[] shape = board.PlanesShape;
            Console.WriteLine("{0} men, {1} planes of {2} x {3}", board.Pieces.Count, shape[0], shape[1], shape[2]);
        }
    }
}
