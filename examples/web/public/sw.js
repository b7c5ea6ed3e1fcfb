// Keeps the page's files, so that it works without a network. files.json names them and their version.

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === location.origin) event.respondWith(answer(event.request));
});

let version;

async function install() {
  const list = await fetch("files.json", { cache: "no-cache" });
  const named = await list.clone().json();
  version = named.version;
  const cache = await caches.open(version);
  await cache.addAll(named.files.map((file) => new Request(file, { cache: "no-cache" })));
  await cache.put("files.json", list);
  await skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (version !== undefined && name !== version) await caches.delete(name);
  await clients.claim();
}

/** From what is kept, else from the network. */
async function answer(request) {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}
