// What is dropped or chosen as a list of files, folders opened, each with its path.

/** The files of a drop, {path, file}, with all that is in dropped folders. Call it at once: the drop is emptied soon. */
export function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some((entry) => entry.isDirectory)) return Promise.resolve(chosenFiles(transfer.files));
  return Promise.all(entries.map(filesOf)).then((lists) => lists.flat());
}

/** The files of an input or a plain list, {path, file}. */
export function chosenFiles(files) {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}


async function filesOf(entry) {
  if (entry.isFile) return [{ path: entry.fullPath.slice(1), file: await promised((done, failed) => entry.file(done, failed)) }];
  const lists = await Promise.all((await entriesIn(entry)).map(filesOf));
  return lists.flat();
}

/** All entries of a folder: the browser hands them out in portions, the last of which is empty. */
async function entriesIn(folder) {
  const reader = folder.createReader();
  const found = [];
  for (;;) {
    const some = await promised((done, failed) => reader.readEntries(done, failed));
    if (!some.length) return found;
    found.push(...some);
  }
}

const promised = (ask) => new Promise(ask);
