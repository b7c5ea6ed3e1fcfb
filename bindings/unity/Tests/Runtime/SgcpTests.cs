using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Qikit.Tests
{
    public class SgcpTests
    {
        const string Renewed = "AAAAAAAAAAAAAAAAAAAAAAAAAE";
        const string Secret = "ONSWG4TFOQQHGZLTONUW63RAGE";
        const string Game = "KRUGS4ZANFZSAYJAI52G623FNY";

        // A server of a few lines, which hangs up after 205.
        sealed class Server : IDisposable
        {
            readonly TcpListener listener = new TcpListener(IPAddress.Loopback, 0);

            public Server()
            {
                listener.Start();
                new Thread(Accept) { IsBackground = true }.Start();
            }

            public int Port { get { return ((IPEndPoint)listener.LocalEndpoint).Port; } }

            public void Dispose()
            {
                listener.Stop();
            }

            void Accept()
            {
                try
                {
                    for (; ; )
                    {
                        using (TcpClient peer = listener.AcceptTcpClient()) Talk(peer.GetStream());
                    }
                }
                catch (SocketException)
                {
                    // Disposed.
                }
            }

            static void Talk(NetworkStream stream)
            {
                var reader = new StreamReader(stream, new UTF8Encoding(false));
                Action<string> say = line =>
                {
                    byte[] octets = Encoding.UTF8.GetBytes(line + "\r\n");
                    stream.Write(octets, 0, octets.Length);
                };
                try
                {
                    say("650 SGCP/1 test 0");
                    for (string line; (line = reader.ReadLine()) != null && !line.StartsWith("205");)
                    {
                        if (line == "101 nobody") say("511 101 bad nick");
                        else if (line.StartsWith("101")) say("601 amy_ " + Secret);
                        else if (line.StartsWith("102")) say(line == "102 key a secret" ? "602 ok tian" : "512 102 no such key");
                        else if (line.StartsWith("104")) say("604 ping marking");
                        else if (line.StartsWith("105")) say("605 amy_ " + Game + " 1\r\n751 " + Game + " amy_ bob");
                        else if (line.StartsWith("106")) say("606 " + Renewed);
                        else if (line.StartsWith("202")) say("752 bob 3 human\r\n752 天弈 1 ai\r\n702 2");
                        else if (line.StartsWith("203")) say("521 203 not waiting");
                        else if (line.StartsWith("103")) say("603");
                    }
                }
                catch (IOException)
                {
                    // The peer is gone.
                }
            }
        }

        static SgcpClientOptions To(int port, string nick = "amy")
        {
            var options = new SgcpClientOptions { Port = port, Nick = nick };
            options.More["backoff_min"] = 0.01;
            options.More["backoff_max"] = 0.02;
            return options;
        }

        [Test]
        public void AnySplitGivesTheSameItems()
        {
            byte[] stream = Encoding.UTF8.GetBytes("101 bob\r\n303 你 好\r\n201\r\nhello\n303 a\0b\n321 q16\r\n");
            using (SgcpDecoder decoder = SgcpDecoder.Create(), other = SgcpDecoder.Create(1024))
            {
                SgcpItem[] whole = decoder.Feed(stream);
                CollectionAssert.AreEqual(new[] { 101, 303, 201, 500, 505, 321 }, whole.Select(i => i.Code));
                CollectionAssert.AreEqual(new[] { false, false, false, true, true, false }, whole.Select(i => i.Fault));
                Assert.AreEqual("你 好", whole[1].Param);
                Assert.AreEqual("", whole[2].Param);
                CollectionAssert.AreEqual(whole, stream.SelectMany(b => other.Feed(new[] { b })).ToArray());
                StringAssert.StartsWith("505 303 bad text", Encoding.UTF8.GetString(Sgcp.Encode(whole[4].Code, whole[4].Param)));
                byte[] tooLong = Encoding.ASCII.GetBytes("303 " + new string('x', 2000) + "\n");
                Assert.IsFalse(other.Feed(tooLong.Concat(tooLong).ToArray()).Last().Close);
                Assert.IsTrue(other.Feed(tooLong).Single().Close);
                Assert.AreEqual(0, other.ReadItems(0).Length);
            }
        }

        [Test]
        public void OtherCharset()
        {
            byte[] octets = { 0x33, 0x30, 0x33, 0x20, 0xce, 0xa7, 0xc6, 0xe5, 0x0d, 0x0a };
            CollectionAssert.AreEqual(octets, Sgcp.Encode(303, "围棋", true));
            using (SgcpDecoder decoder = SgcpDecoder.Create(gb18030: true))
            {
                Assert.AreEqual("围棋", decoder.Feed(octets).Single().Param);
                decoder.Set();
                Assert.AreEqual("围棋", decoder.Feed(Sgcp.Encode(303, "围棋")).Single().Param);
            }
        }

        [Test]
        public void WhatCanNotBeEncoded()
        {
            Assert.AreEqual("201\r\n", Encoding.ASCII.GetString(Sgcp.Encode(201)));
            Assert.Throws<InvalidArgumentException>(() => Sgcp.Encode(1000));
            Assert.Throws<InvalidArgumentException>(() => Sgcp.Encode(-1));
            Assert.Throws<ParseException>(() => Sgcp.Encode(303, "a\nb"));
            Assert.Throws<LimitException>(() => Sgcp.Encode(303, new string('x', 2000)));
            Assert.Throws<ArgumentNullException>(() => Sgcp.Encode(303, null));
            SgcpDecoder decoder = SgcpDecoder.Create();
            decoder.Dispose();
            Assert.Throws<HandleException>(() => decoder.Feed(new byte[1]));
        }

        [Test]
        public async Task CommandsAndAnswers()
        {
            using (var server = new Server())
            using (SgcpClient client = await SgcpClient.OpenAsync(To(server.Port)))
            {
                SgcpState state = client.State;
                Assert.AreEqual("amy_ " + Secret + " 0 ", state.Nick + " " + state.Session + " " + state.Last + " " + state.Game);
                CollectionAssert.AreEqual(new[] { "ping", "marking" }, state.Granted);
                SgcpAnswer answer = await client.SendAsync(202);
                Assert.IsTrue(answer.Ok);
                CollectionAssert.AreEqual(new[] { "bob 3 human", "天弈 1 ai" }, answer.Rows.Select(r => r.Param));
                answer = await client.SendAsync(203, "bob");
                Assert.AreEqual("False 521 203 not waiting", answer.Ok + " " + answer.Code + " " + answer.Param);
                Assert.Throws<InvalidArgumentException>(() => client.SendAsync(101, "bob").GetAwaiter().GetResult());
                Assert.Throws<ParseException>(() => client.SendAsync(303, "a\nb").GetAwaiter().GetResult());
                Assert.AreEqual(603, (await client.SendAsync(103)).Code);
                Assert.AreEqual(650, (await client.NextEventAsync()).Value.Code);
                Assert.IsNull(await client.NextEventAsync());
                Assert.IsTrue(client.Ended);
                Assert.Throws<StateException>(() => client.SendAsync(202).GetAwaiter().GetResult());
            }
        }

        [Test]
        public async Task ItComesBackAndResumes()
        {
            using (var server = new Server())
            using (SgcpClient client = await SgcpClient.OpenAsync(To(server.Port)))
            {
                Assert.Throws<StorageException>(() => client.SendAsync(205).GetAwaiter().GetResult());
                var told = new List<string>();
                while (told.Count < 6)
                {
                    SgcpEvent e = (await client.NextEventAsync()).Value;
                    told.Add(e.Kind + " " + e.Code + " " + e.Count);
                }
                CollectionAssert.AreEqual(new[] { "pushed 650 0", "lost 0 0", "pushed 650 0", "resumed 0 1", "pushed 751 0", "renewed 0 0" }, told);
                Assert.AreEqual(Game, client.State.Game);
                Assert.AreEqual(Renewed, client.State.Session);
                SgcpEvent none;
                Assert.IsFalse(client.TryReadEvent(out none));
                var stop = new CancellationTokenSource(20);
                Task<SgcpEvent?> waiting = client.NextEventAsync(stop.Token);
                Assert.Throws<TaskCanceledException>(() => waiting.GetAwaiter().GetResult());
                waiting = client.NextEventAsync();
                client.Dispose();
                Assert.IsNull(await waiting, "closed meanwhile");
            }
        }

        [Test]
        public async Task AKeyIsSentBeforeTheNick()
        {
            using (var server = new Server())
            {
                SgcpClientOptions options = To(server.Port, "AI-tian");
                options.Key = "a secret";
                using (SgcpClient client = await SgcpClient.OpenAsync(options))
                {
                    Assert.AreEqual(702, (await client.SendAsync(202)).Code);
                }
                options.Key = "another";
                StringAssert.Contains("512", Assert.Throws<StateException>(() => SgcpClient.OpenAsync(options).GetAwaiter().GetResult()).Message);
            }
        }

        [Test]
        public void WhoIsNotLetIn()
        {
            using (var server = new Server())
            {
                StringAssert.Contains("511", Assert.Throws<StateException>(() => SgcpClient.OpenAsync(To(server.Port, "nobody")).GetAwaiter().GetResult()).Message);
                Assert.Throws<StorageException>(() => SgcpClient.OpenAsync(To(1)).GetAwaiter().GetResult());
                Assert.Throws<InvalidArgumentException>(() => SgcpClient.OpenAsync(To(1, "a b")).GetAwaiter().GetResult());
            }
        }
    }
}
