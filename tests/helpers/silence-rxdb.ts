/** Drops two kinds of warnings: RxDB's advertisement at the first write, and the engine's warning that documents will be sent again. */
const warn = console.warn;

console.warn = (...args: unknown[]) => {
  const text = String(args[0]);
  if (!text.includes('RxDB Open Core') && !text.includes('will be sent again')) warn(...args);
};
