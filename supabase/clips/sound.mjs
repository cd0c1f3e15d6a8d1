// The sound of the stepper motors: two soft tones whose pitch follows the nozzle, over the noise of a fan.
const RATE = 22_050;

/** @param speeds the nozzle's movement per frame. @returns a mono 16-bit WAV file. */
export function hum(speeds, fps) {
  const total = Math.round((speeds.length / fps) * RATE);
  const samples = Buffer.alloc(44 + total * 2);
  samples.write('RIFF', 0);
  samples.writeUInt32LE(36 + total * 2, 4);
  samples.write('WAVEfmt ', 8);
  samples.writeUInt32LE(16, 16);
  samples.writeUInt16LE(1, 20);
  samples.writeUInt16LE(1, 22);
  samples.writeUInt32LE(RATE, 24);
  samples.writeUInt32LE(RATE * 2, 28);
  samples.writeUInt16LE(2, 32);
  samples.writeUInt16LE(16, 34);
  samples.write('data', 36);
  samples.writeUInt32LE(total * 2, 40);
  let phaseX = 0;
  let phaseY = 0;
  let loud = 0;
  let pitchX = 110;
  let pitchY = 165;
  let breath = 0;
  let seed = 12345;
  for (let i = 0; i < total; i++) {
    const [dx, dy] = speeds[Math.min(speeds.length - 1, Math.floor((i / RATE) * fps))];
    const moving = Math.hypot(dx, dy) > 0.2 ? 1 : 0;
    // Smooth the pitch, because motors have inertia.
    pitchX += (98 + Math.min(60, Math.abs(dx)) * 2.2 - pitchX) * 0.0006;
    pitchY += (147 + Math.min(60, Math.abs(dy)) * 3 - pitchY) * 0.0006;
    loud += (moving - loud) * 0.0004;
    phaseX += pitchX / RATE;
    phaseY += pitchY / RATE;
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    breath += (seed / 2_147_483_648 - breath) * 0.06;
    const tone = (phase) => Math.sin(phase * Math.PI * 2) + 0.25 * Math.sin(phase * Math.PI * 4);
    const edge = Math.min(1, i / (RATE * 0.4), (total - i) / (RATE * 0.6));
    const value = (loud * (tone(phaseX) * 0.035 + tone(phaseY) * 0.025) + breath * 0.05) * edge;
    samples.writeInt16LE(Math.round(value * 32_000), 44 + i * 2);
  }
  return samples;
}
