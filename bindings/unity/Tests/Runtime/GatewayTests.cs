using System.Threading.Tasks;
using NUnit.Framework;

namespace Qikit.Tests
{
    public class GatewayTests
    {
        [Test]
        public async Task AClientWaitsAndIsFound()
        {
            using (var gateway = new Gateway(new GatewayOptions { Size = 9, Seed = 1, Limits = new GatewayLimits { Grace = 5, Rate = 50 } }))
            {
                GatewayState before = gateway.State;
                Assert.Greater(before.Port, 0);
                Assert.AreEqual(0, before.Connections);
                using (SgcpClient client = await SgcpClient.OpenAsync(new SgcpClientOptions { Port = before.Port, Nick = "amy" }))
                {
                    Assert.AreEqual(701, (await client.SendAsync(201)).Code);
                    Assert.AreEqual(1, gateway.State.Waiting);
                    Assert.AreEqual("", gateway.State.Error);
                    StringAssert.Contains("qikit_gateway_sessions 1", gateway.Metrics());
                    Assert.AreEqual(603, (await client.SendAsync(103)).Code);
                }
                using (Job<GatewayState> down = gateway.Shutdown(60)) Assert.AreEqual(before.Port, (await down.WaitAsync()).Port);
            }
        }

        [Test]
        public void BadOptions()
        {
            Assert.Throws<InvalidArgumentException>(() => new Gateway(new GatewayOptions { Size = 99 }));
            Assert.Throws<InvalidArgumentException>(() => new Gateway(new GatewayOptions { Limits = new GatewayLimits { Burst = 0 } }));
            Assert.Throws<StorageException>(() => new Gateway(new GatewayOptions { Store = "/no/such/folder/hall.db" }));
        }
    }
}
