// Keeps the pages, so that an installed Kibitz opens even while its server does not run. Answers of the server are never kept, and
// the network always comes first: after an update the new pages are seen.

const KEPT = "kibitz-pages";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => event.waitUntil(keep(event.data)));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && isPage(event.request.url)) event.respondWith(answer(event.request));
});

const isPage = (address) => new URL(address).origin === location.origin && !new URL(address).pathname.startsWith("/api/");

/** Keep what a page has loaded, in place of what was kept before. */
async function keep(addresses) {
  await caches.delete(KEPT);
  const kept = await caches.open(KEPT);
  await kept.addAll([...new Set(addresses)].filter(isPage));
}

async function answer(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const known = await caches.match(request, { ignoreSearch: true });
    if (known) return known;
    throw error;
  }
}
