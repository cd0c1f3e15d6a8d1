// Preloaded into a server process. Maintains a copy of a folder as it would be after a power cut: bytes written since a file's last fsync
// are missing. Creating, renaming or removing a file takes effect at once, as with a file system's journal.
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join, resolve } from 'node:path';

const fs = createRequire(import.meta.url)('node:fs');
const real = { ...fs };
const source = resolve(process.env.POWER_CUT_FROM);
const image = resolve(process.env.POWER_CUT_IMAGE);

/** The path inside the copy; undefined outside the recorded folder. */
const inImage = (path) => {
  const full = resolve(String(path));
  return full === source || full.startsWith(`${source}/`) ? join(image, full.slice(source.length)) : undefined;
};
/** Open descriptors, and the bytes written to each file since its last fsync. */
const open = new Map();
const unsynced = new Map();
const note = (target, change) => unsynced.set(target, [...(unsynced.get(target) ?? []), change]);

function replay(target) {
  const changes = unsynced.get(target) ?? [];
  unsynced.delete(target);
  if (changes.length === 0 || !real.existsSync(target)) return;
  const descriptor = real.openSync(target, 'r+');
  for (const { at, bytes, length } of changes)
    if (bytes) real.writeSync(descriptor, bytes, 0, bytes.length, at);
    else real.ftruncateSync(descriptor, length);
  real.closeSync(descriptor);
}

fs.openSync = (path, ...rest) => {
  const descriptor = real.openSync(path, ...rest);
  const target = inImage(path);
  if (target !== undefined) {
    open.set(descriptor, target);
    if (!real.existsSync(target) && real.fstatSync(descriptor).isFile()) real.writeFileSync(target, '');
  }
  return descriptor;
};
fs.closeSync = (descriptor) => {
  open.delete(descriptor);
  return real.closeSync(descriptor);
};
fs.writeSync = (descriptor, buffer, offset, length, position) => {
  const written = real.writeSync(descriptor, buffer, offset, length, position);
  const target = open.get(descriptor);
  if (target !== undefined) {
    if (typeof position !== 'number') throw new Error('The recorder needs the position of each write');
    const start = buffer.byteOffset + (offset ?? 0);
    note(target, { at: position, bytes: Buffer.from(buffer.buffer.slice(start, start + written)) });
  }
  return written;
};
fs.ftruncateSync = (descriptor, length) => {
  real.ftruncateSync(descriptor, length);
  const target = open.get(descriptor);
  if (target !== undefined) note(target, { length });
};
fs.truncateSync = (path, length) => {
  real.truncateSync(path, length);
  const target = inImage(path);
  if (target !== undefined) note(target, { length });
};
fs.fsyncSync = (descriptor) => {
  real.fsyncSync(descriptor);
  const target = open.get(descriptor);
  if (target !== undefined) replay(target);
};
fs.renameSync = (from, to) => {
  real.renameSync(from, to);
  const [a, b] = [inImage(from), inImage(to)];
  if (a === undefined || b === undefined || !real.existsSync(a)) return;
  real.renameSync(a, b);
  const changes = unsynced.get(a);
  unsynced.delete(a);
  unsynced.delete(b);
  if (changes) unsynced.set(b, changes);
  for (const [descriptor, target] of open) if (target === a) open.set(descriptor, b);
};
for (const name of ['unlinkSync', 'rmdirSync', 'mkdirSync'])
  fs[name] = (path, ...rest) => {
    real[name](path, ...rest);
    const target = inImage(path);
    if (target === undefined) return;
    unsynced.delete(target);
    if (name === 'mkdirSync' ? !real.existsSync(target) : real.existsSync(target)) real[name](target, ...rest);
  };
syncBuiltinESMExports();
