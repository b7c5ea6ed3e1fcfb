// Prints whether a book has records.
using System;
using Qikit;

static class Program
{
    static void Main(string[] args)
    {
        using (Book book = Book.Open(args[0])) Console.WriteLine("records {0}", book.Count > 0);
    }
}
