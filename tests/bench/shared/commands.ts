/** Answers commands over the IPC channel of a forked program: `{id, name, args}` in, `{id, result | error}` out. */
interface Command {
  id: number;
  name: string;
  args: unknown[];
}

type Commands = { close(): unknown } & Record<string, (...args: never[]) => unknown>;

export function answerCommands(commands: Commands): void {
  process.on('message', async ({ id, name, args }: Command) => {
    try {
      const result = await (commands[name] as (...args: unknown[]) => unknown)(...args);
      process.send?.({ id, result });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
  // The parent process, the bench, has ended, so clean up.
  process.on('disconnect', () => void commands.close());
  process.send?.({ id: 0, result: null });
}
