using System;
using System.Diagnostics;
using System.IO;
using System.Threading;
using NUnit.Framework;

namespace Qikit.Tests
{
    public class TerminalTests
    {
        // A gateway with a compute host behind it, in a process of its own.
        sealed class Hall : IDisposable
        {
            readonly Process process;

            public readonly int Port;

            public Hall()
            {
                string program = Find();
                process = Process.Start(new ProcessStartInfo(program)
                {
                    UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true,
                });
                Port = int.Parse(process.StandardOutput.ReadLine().Substring("port ".Length));
            }

            // The program is in build/ of the checkout that the tests run in.
            static string Find()
            {
                for (string at = Directory.GetCurrentDirectory(); at != null; at = Path.GetDirectoryName(at))
                {
                    string program = Path.Combine(at, "build", "computehall");
                    if (File.Exists(program)) return program;
                }
                throw new FileNotFoundException("build/computehall is missing: run ./build.sh build");
            }

            // Whether a terminal did a part of the next task.
            public bool Shared()
            {
                string[] words = process.StandardOutput.ReadLine().Split(' ');
                Assert.AreEqual("task", words[0]);
                return words[2].Substring("units=".Length) != words[3].Substring("host=".Length);
            }

            public void Dispose()
            {
                process.StandardInput.Close();
                process.StandardOutput.ReadToEnd();
                process.WaitForExit();
                Assert.AreEqual(0, process.ExitCode);
                process.Dispose();
            }
        }

        [Test]
        public void ATerminalJoinsAndWorks()
        {
            using (var hall = new Hall())
            using (Job<TerminalState> job = Terminal.Join(hall.Port, new TerminalOptions { Cores = 1, Nick = "amy", Share = 0.9 }))
            {
                while (!hall.Shared()) { }
                Stopwatch clock = Stopwatch.StartNew();
                while (job.Progress.Done == 0)
                {
                    Assert.Less(clock.ElapsedMilliseconds, Busy.Hang, "nothing is done");
                    Thread.Sleep(1);
                }
                Json told;
                Assert.IsTrue(job.TryReadEvent(out told));
                StringAssert.StartsWith("t", told["terminal"].Text);
                job.Cancel();
                TerminalState state = job.Wait();
                Assert.AreEqual(JobState.Cancelled, job.Progress.State);
                Assert.Greater(state.Leases, 0);
                Assert.Greater(state.Units, 0);
                Assert.Greater(state.Rate, 0);
                Assert.GreaterOrEqual(state.Rejected, 0);
            }
        }

        [Test]
        public void BadInput()
        {
            StringAssert.Contains("port is 0, expected 1 to 65535", Assert.Throws<InvalidArgumentException>(() => Terminal.Join(0)).Message);
            StringAssert.Contains("cores is 0, expected 1 to 1024", Assert.Throws<InvalidArgumentException>(() => Terminal.Join(1, new TerminalOptions { Cores = 0 })).Message);
            var wrong = new TerminalOptions();
            wrong.More["prot"] = 1;
            StringAssert.Contains("prot", Assert.Throws<InvalidArgumentException>(() => Terminal.Join(1, wrong)).Message);
            using (var gateway = new Gateway())
            {
                using (Job<TerminalState> job = Terminal.Join(gateway.State.Port)) Assert.Throws<StateException>(() => job.Wait());
            }
            // Where nobody listens, then or later.
            using (Job<TerminalState> job = Terminal.Join(1)) Assert.Throws<StorageException>(() => job.Wait());
        }
    }
}
