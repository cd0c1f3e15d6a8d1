// Makes the clips of the seed school: node supabase/clips/make.mjs [name …]. Needs ffmpeg with libx264 (Debian's package is enough).
// The clips are committed, so running the product needs no ffmpeg. The same source always draws the same frames.
//   supabase/media/lessons/<part>.mp4   1280x720, 40 to 60 s, a key frame every two seconds, at most 1 MB
//   public/media/sample.mp4             the bundled sample, at most 500 kB
//   public/videos/test.mp4              the silent looping clip of the native welcome, in portrait, at most 400 kB
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FPS, frames } from './frames.mjs';
import { PARTS } from './parts.mjs';
import { hum } from './sound.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const WIDE = {
  width: 1280,
  height: 720,
  x: 800,
  bed: 262,
  left: 92,
  counterY: 132,
  stackHeight: 222,
  hud: true,
  calmStart: true,
  fadeOut: false,
};

const CLIPS = {
  vase: {
    file: 'supabase/media/lessons/vase.mp4',
    part: 'vase',
    seconds: 40,
    temperature: 210,
    limit: 1_000_000,
    view: { ...WIDE, y: 530, scale: 258 },
  },
  cube: {
    file: 'supabase/media/lessons/cube.mp4',
    part: 'cube',
    seconds: 40,
    temperature: 215,
    limit: 1_000_000,
    view: { ...WIDE, y: 530, scale: 288 },
  },
  boat: {
    file: 'supabase/media/lessons/boat.mp4',
    part: 'boat',
    seconds: 40,
    temperature: 205,
    limit: 1_000_000,
    view: { ...WIDE, y: 520, scale: 292 },
  },
  gear: {
    file: 'supabase/media/lessons/gear.mp4',
    part: 'gear',
    seconds: 40,
    temperature: 240,
    limit: 1_000_000,
    view: { ...WIDE, y: 470, scale: 318, bed: 318 },
  },
  pawn: {
    file: 'supabase/media/lessons/pawn.mp4',
    part: 'pawn',
    seconds: 40,
    temperature: 200,
    limit: 1_000_000,
    view: { ...WIDE, y: 536, scale: 252 },
  },
  bulb: {
    file: 'supabase/media/lessons/bulb.mp4',
    part: 'bulb',
    seconds: 60,
    temperature: 210,
    limit: 1_000_000,
    view: { ...WIDE, y: 532, scale: 256 },
  },
  rocket: {
    file: 'supabase/media/lessons/rocket.mp4',
    part: 'rocket',
    seconds: 60,
    temperature: 215,
    limit: 1_000_000,
    view: { ...WIDE, y: 536, scale: 246 },
  },
  bracket: {
    file: 'supabase/media/lessons/bracket.mp4',
    part: 'bracket',
    seconds: 50,
    temperature: 240,
    limit: 1_000_000,
    view: { ...WIDE, y: 490, scale: 280, bed: 290 },
  },
  sample: {
    file: 'public/media/sample.mp4',
    part: 'cube',
    seconds: 16,
    temperature: 215,
    limit: 500_000,
    view: { ...WIDE, y: 530, scale: 288, calmStart: false },
  },
  test: {
    file: 'public/videos/test.mp4',
    part: 'vase',
    seconds: 10,
    temperature: 0,
    limit: 400_000,
    silent: true,
    view: {
      width: 720,
      height: 1280,
      x: 360,
      y: 860,
      scale: 250,
      bed: 212,
      hud: false,
      calmStart: false,
      fadeOut: true,
    },
  },
};

async function make(name) {
  const clip = CLIPS[name];
  const out = join(root, clip.file);
  mkdirSync(dirname(out), { recursive: true });
  const scratch = mkdtempSync(join(tmpdir(), 'clip-'));
  const raw = join(scratch, 'raw.mkv');
  const { width, height } = clip.view;
  const ffmpeg = spawn(
    'ffmpeg',
    [
      '-v',
      'error',
      '-y',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${width}x${height}`,
      '-r',
      String(FPS),
      '-i',
      '-',
      '-vf',
      'scale=out_color_matrix=bt709',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-qp',
      '0',
      '-pix_fmt',
      'yuv420p',
      raw,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const speeds = [];
  for (const frame of frames(PARTS[clip.part], clip.view, clip.seconds, clip.temperature)) {
    speeds.push(frame.speed);
    if (!ffmpeg.stdin.write(Buffer.from(frame.data))) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = await once(ffmpeg, 'close');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  const sound = join(scratch, 'sound.wav');
  writeFileSync(sound, hum(speeds, FPS));
  // The two passes aim at the size limit minus 6 % for the container and rounding, and minus 26 kbit/s for the sound.
  const bitrate = Math.floor((clip.limit * 0.94 * 8) / clip.seconds - (clip.silent ? 0 : 26_000));
  const picture = [
    '-c:v',
    'libx264',
    '-preset',
    'slower',
    '-tune',
    'animation',
    '-b:v',
    String(bitrate),
    '-profile:v',
    'main',
    '-colorspace',
    'bt709',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-g',
    String(FPS * 2),
    '-keyint_min',
    String(FPS * 2),
    '-sc_threshold',
    '0',
    '-threads',
    '1',
    '-passlogfile',
    join(scratch, 'pass'),
  ];
  const tail = ['-movflags', '+faststart', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];
  const run = (args) => execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', raw, ...args], { stdio: 'inherit' });
  run([...picture, '-pass', '1', '-an', '-f', 'null', '-']);
  run(
    clip.silent
      ? [...picture, '-pass', '2', '-an', ...tail, out]
      : ['-i', sound, ...picture, '-pass', '2', '-c:a', 'aac', '-b:a', '24k', ...tail, out],
  );
  rmSync(scratch, { recursive: true });
  const bytes = statSync(out).size;
  process.stdout.write(`${clip.file} ${bytes} bytes\n`);
  if (bytes > clip.limit) throw new Error(`${clip.file} is over its limit of ${clip.limit} bytes`);
}

const wanted = process.argv.slice(2);
for (const name of wanted.length ? wanted : Object.keys(CLIPS)) await make(name);
