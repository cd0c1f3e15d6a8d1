/** Drops two kinds of console output: RxDB's advertisement at the first write, and the engine's log of each planned comparison. */
const warn = console.warn;

console.warn = (...args: unknown[]) => {
  const text = String(args[0]);
  if (!text.includes('RxDB Open Core') && !text.includes('will be compared again')) warn(...args);
};
