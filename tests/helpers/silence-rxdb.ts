/** RxDB prints an advertisement at a process's first write, and the engine logs each planned comparison, which simulations trigger all the time: drop both. */
const warn = console.warn;

console.warn = (...args: unknown[]) => {
  const text = String(args[0]);
  if (!text.includes('RxDB Open Core') && !text.includes('will be compared again')) warn(...args);
};
