// The page as an app of its own: a service worker keeps what the page is made of, for when the server does not run.

import { language } from "./language.js";

const PLACE = "kibitz.kept";

/** Keep the pages of this version in this language, once. Browsers offer it on this machine and over https only. */
export async function keepPages(version) {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register("service-worker.js");
  const name = `${version} ${language}`;
  if (localStorage.getItem(PLACE) === name) return;
  await navigator.serviceWorker.ready;
  registration.active.postMessage([document.baseURI.split("#")[0], ...loaded()]);
  localStorage.setItem(PLACE, name);
}

/** Everything that the page has loaded from its server. */
const loaded = () => performance.getEntriesByType("resource").map(({ name }) => name);
