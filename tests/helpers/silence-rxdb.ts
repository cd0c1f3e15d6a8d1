/** RxDB prints an advertisement at the first write of a process; the engine says when it will compare again, which simulations make it do all the time. */
const warn = console.warn;

console.warn = (...args: unknown[]) => {
  const text = String(args[0]);
  if (!text.includes('RxDB Open Core') && !text.includes('will be compared again')) warn(...args);
};
