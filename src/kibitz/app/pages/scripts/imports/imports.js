// Imports that this page has begun or the server knows: files are sent in pieces, and whoever watches hears how far each one is.

import { pause } from "../dom.js";
import { notify } from "../notices.js";
import { api } from "../server/api.js";
import { countText, text } from "../text.js";

const PIECE = 1 << 20; // bytes; what the server takes in one request
const ASKED_EVERY = 300; // milliseconds
const ENDED = new Set(["done", "cancelled", "failed"]);

export const hasEnded = (job) => ENDED.has(job.state);

/** All imports, by id. Fires "change" with each job that changed; a job that is sent has `sent` and `size` in bytes too. */
class Imports extends EventTarget {
  #jobs = new Map();
  #sending = new Map();
  #watched = new Set();

  /** The imports, the latest first. */
  get jobs() {
    return [...this.#jobs.values()].reverse();
  }

  /** Learn what the server knows; resolves to the collections that can be downloaded. */
  async learn() {
    const answer = await api.imports();
    for (const job of answer.imports.reverse()) {
      this.#hear(job);
      if (!hasEnded(job) && job.state !== "receiving") this.#watch(job.id);
    }
    return answer.collections;
  }

  /** Import files, [{path, file}]; a file is a Blob. Resolves to the id once all is sent; rejects if the server refuses. */
  async begin(files, { target, game, name = nameOf(files) }) {
    const job = await api.newImport({ target, game, name });
    const sending = { sent: 0, size: files.reduce((sum, { file }) => sum + file.size, 0), stop: new AbortController() };
    this.#sending.set(job.id, sending);
    this.#hear(job);
    try {
      for (const file of files) await this.#send(job.id, file, sending);
      this.#hear(await api.startImport(job.id));
      this.#watch(job.id);
    } catch (error) {
      await this.#giveUp(job.id, error);
    } finally {
      this.#sending.delete(job.id);
    }
    return job.id;
  }

  /** Import files and wait until that is done; resolves to the import as it ended, or to undefined if it was forgotten. */
  async complete(files, settings) {
    const id = await this.begin(files, settings);
    while (this.#watched.has(id)) await new Promise((done) => this.addEventListener("ended", done, { once: true }));
    return this.#jobs.get(id);
  }

  /** Download a public collection into the archive. */
  async fetch({ name, game }) {
    const job = await api.newImport({ collection: name, game });
    this.#hear(job);
    this.#watch(job.id);
  }

  async cancel(id) {
    this.#sending.get(id)?.stop.abort();
    this.#hear(await api.cancelImport(id));
  }

  async forget(id) {
    await api.forgetImport(id);
    this.#jobs.delete(id);
    this.dispatchEvent(new CustomEvent("change", { detail: null }));
  }

  async #send(id, { path, file }, sending) {
    for (let at = 0; at === 0 || at < file.size; at += PIECE) {
      const piece = await readPiece(path, file, at);
      const job = await api.sendPiece(id, path, at, piece, sending.stop.signal);
      sending.sent += piece.byteLength;
      this.#hear({ ...job, doing: path });
    }
  }

  async #giveUp(id, error) {
    if (error.name !== "AbortError") notify(error.message, "trouble");
    this.#hear(await api.cancelImport(id));
  }

  #hear(job) {
    const { sent, size } = this.#sending.get(job.id) ?? {};
    this.#jobs.set(job.id, { ...job, sent, size });
    this.dispatchEvent(new CustomEvent("change", { detail: job }));
  }

  /** Ask again and again until an import has ended; a server that is away for a moment is asked again. */
  async #watch(id) {
    if (this.#watched.has(id)) return;
    this.#watched.add(id);
    while (this.#jobs.has(id) && !hasEnded(this.#jobs.get(id))) {
      await pause(ASKED_EVERY);
      await this.#ask(id);
    }
    this.#watched.delete(id);
    const job = this.#jobs.get(id);
    if (job) this.dispatchEvent(new CustomEvent("ended", { detail: job }));
  }

  async #ask(id) {
    try {
      this.#hear(await api.oneImport(id));
    } catch (error) {
      if (error.status !== 0) this.#jobs.delete(id);
    }
  }
}

export const imports = new Imports();

/** What is said about an import in one sentence. */
export function countsOf(job) {
  const { games_read: read, taken, duplicates, left_out: leftOut } = job;
  return [
    text("imports.counts", { read, taken, duplicates, leftOut }),
    job.files_without_games ? countText("imports.passedOver", job.files_without_games) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

function nameOf(files) {
  const [first] = files;
  const folder = first?.path.split("/")[0] ?? "";
  if (files.length < 2) return folder.slice(-200);
  if (files.every(({ path }) => path.startsWith(`${folder}/`))) return folder.slice(-200);
  return text("imports.several", { name: first.path.slice(-150), count: files.length - 1 });
}

async function readPiece(path, file, at) {
  try {
    return await file.slice(at, at + PIECE).arrayBuffer();
  } catch {
    throw new Error(text("imports.unreadable", { name: path })); // a folder in disguise, or a file that has changed meanwhile
  }
}
