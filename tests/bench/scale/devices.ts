/** A part of the devices of `npm run bench scale`, in its own process. */
import { answerCommands } from '../shared/commands';
import { type Account, Device, Figures, type School } from './device';

/** Devices that connect at the same time. */
const AT_ONCE = 8;
const figures = new Figures();
const devices: Device[] = [];

const commands = {
  /** @param first number of the first device, from which its network address follows @returns the time (ms) until all were joined */
  async open(school: School, accounts: Account[], first: number) {
    const begun = performance.now();
    const waiting = accounts.entries();
    const openSome = async () => {
      for (const [n, account] of waiting) {
        const device = new Device(school, account, figures, first + n);
        devices.push(device);
        await device.open();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, openSome));
    return performance.now() - begun;
  },

  act(learners: number) {
    for (const device of devices.slice(0, learners)) device.act();
  },

  await(title: string) {
    figures.awaited = title;
    figures.arrivals = [];
  },

  arrivals: () => figures.arrivals,

  /** @returns the times and errors since the last call */
  figures() {
    const { pulls, pushes, errors } = figures;
    Object.assign(figures, { pulls: [], pushes: [], errors: [] });
    return { pulls, pushes, errors };
  },

  close() {
    for (const device of devices) device.close();
    setImmediate(() => process.exit(0));
  },
};

answerCommands(commands);
