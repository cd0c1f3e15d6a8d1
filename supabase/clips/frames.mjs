// Draws the frames of one clip: a part is printed line by line, seen slightly from above. In this view higher layers always
// cover lower ones, so painting the lines in the printer's order needs no depth test, and each frame only adds new lines.
import { Canvas, hex, mix } from './canvas.mjs';
import { write } from './glyphs.mjs';
import { toolpath } from './parts.mjs';

export const FPS = 20;
const TILT = (29 * Math.PI) / 180;
const SPIN = (-33 * Math.PI) / 180;
const COOLING_SECONDS = 0.5;
const LEAD_SECONDS = 0.8;

const ORANGE = hex('#ff7a33');
const DEEP = hex('#8f3a12');
const PALE = hex('#ffb27d');
const WHITE_HOT = hex('#fff0cf');
const INK = hex('#f3efe8');
const MUTED = hex('#a7adb8');
const LINE = hex('#2a2e36');

/** Start and end of each layer (s): the last layers, and with `calmStart` the first ones, are slow; the middle is a time-lapse. */
function timetable(layers, seconds, calmStart) {
  const weights = layers.map(
    (_, i) => 1 + (calmStart ? 3.2 * Math.exp(-i / 0.9) : 0) + 1.1 * Math.exp(-(layers.length - 1 - i) / 0.8),
  );
  const total = weights.reduce((a, b) => a + b, 0);
  let at = LEAD_SECONDS;
  return layers.map((_, i) => {
    const start = at;
    at += (weights[i] / total) * seconds;
    return { start, end: at };
  });
}

/** All moves with their times and their positions in the picture. */
function plan(part, view, seconds) {
  const layers = toolpath(part);
  const times = timetable(layers, seconds, view.calmStart);
  const project = (x, y, z) => {
    const across = x * Math.cos(SPIN) - y * Math.sin(SPIN);
    const away = x * Math.sin(SPIN) + y * Math.cos(SPIN);
    return [view.x + across * view.scale, view.y - (away * Math.sin(TILT) + z * Math.cos(TILT)) * view.scale];
  };
  const bead = (part.height / part.layers) * Math.cos(TILT) * view.scale * 0.68;
  const moves = layers.flatMap(({ z, moves: raw }, layer) => {
    const cost = (m) => Math.hypot(m.to[0] - m.from[0], m.to[1] - m.from[1]) * (m.kind === 'travel' ? 0.25 : 1);
    const total = raw.reduce((sum, m) => sum + cost(m), 0);
    const { start, end } = times[layer];
    let done = 0;
    return raw.map((m) => {
      const from = start + (done / total) * (end - start);
      done += cost(m);
      return {
        layer,
        kind: m.kind,
        start: from,
        end: start + (done / total) * (end - start),
        a: project(...m.from, z),
        b: project(...m.to, z),
        radius: m.kind === 'fill' ? bead * 0.8 : bead,
        color: paint(m),
      };
    });
  });
  return { moves, times, project, layers };
}

/** The colour of a line: walls are lit from the front left, inner sides stay dark, infill has less contrast than walls. */
function paint({ kind, normal }) {
  if (kind !== 'wall') return mix(DEEP, ORANGE, 0.28);
  const across = normal[0] * Math.cos(SPIN) - normal[1] * Math.sin(SPIN);
  const away = normal[0] * Math.sin(SPIN) + normal[1] * Math.cos(SPIN);
  const light = 0.58 - across * 0.46 - away * 0.3;
  const outside =
    light > 0.8 ? mix(ORANGE, PALE, Math.min(1, (light - 0.8) * 1.5)) : mix(DEEP, ORANGE, 0.16 + light * 1.05);
  const inside = mix(DEEP, ORANGE, 0.3 + 0.24 * across);
  return mix(outside, inside, Math.max(0, Math.min(1, (away + 0.15) / 0.45)));
}

function drawGround(canvas, view, layers, project) {
  canvas.wash(hex('#101216'), hex('#0d0f13'), hex('#1b1f27'), view.x, view.y - view.scale * 0.5, view.scale * 2.1);
  const reach = (1.06 * view.bed) / view.scale;
  const corners = [
    [-reach, -reach],
    [reach, -reach],
    [reach, reach],
    [-reach, reach],
  ].map(([x, y]) => project(x, y, 0));
  canvas.convex(corners.slice().reverse(), hex('#15181e'), 0.9);
  const edge = hex('#20242c');
  for (let i = -4; i <= 4; i++) {
    const along = (i / 4) * reach;
    canvas.line(...project(along, -reach, 0), ...project(along, reach, 0), 0.6, edge);
    canvas.line(...project(-reach, along, 0), ...project(reach, along, 0), 0.6, edge);
  }
  const front = corners[0][1] > corners[1][1] ? 0 : 1;
  for (const [i, width] of [
    [front, 1.6],
    [(front + 3) % 4, 1.6],
  ])
    canvas.line(...corners[i], ...corners[(i + 1) % 4], width, mix(INK, hex('#15181e'), 0.15));
  // Draws the unprinted layers as faint outlines.
  layers.forEach(({ z, moves }, i) => {
    if (i % 2) return;
    for (const { from, to, outer } of moves)
      if (outer) canvas.line(...project(...from, z), ...project(...to, z), 0.9, hex('#333a45'), 0.5);
  });
}

function drawNozzle(canvas, x, y, size) {
  const s = size;
  canvas.convex(
    [
      [x - 0.3 * s, y - 2.6 * s],
      [x - 0.3 * s, y - 4.6 * s],
      [x + 0.3 * s, y - 4.6 * s],
      [x + 0.3 * s, y - 2.6 * s],
    ].reverse(),
    mix(MUTED, LINE, 0.35),
  );
  canvas.convex(
    [
      [x - 0.86 * s, y - 1.1 * s],
      [x + 0.86 * s, y - 1.1 * s],
      [x + 0.86 * s, y - 2.7 * s],
      [x - 0.86 * s, y - 2.7 * s],
    ].reverse(),
    mix(INK, MUTED, 0.25),
  );
  canvas.convex(
    [
      [x - 0.86 * s, y - 1.1 * s],
      [x - 0.5 * s, y - 1.1 * s],
      [x - 0.5 * s, y - 2.7 * s],
      [x - 0.86 * s, y - 2.7 * s],
    ].reverse(),
    INK,
  );
  canvas.convex(
    [
      [x - 0.24 * s, y - 0.12 * s],
      [x + 0.24 * s, y - 0.12 * s],
      [x + 0.62 * s, y - 1.02 * s],
      [x - 0.62 * s, y - 1.02 * s],
    ].reverse(),
    INK,
  );
}

function drawCounter(canvas, view, layer, total, temperature, alpha) {
  const { left, counterY: y } = view;
  write(canvas, 'слой', left, y, 30, 3.4, MUTED, alpha);
  const end = write(canvas, String(layer), left, y + 52, 76, 9, INK, alpha);
  write(canvas, `/ ${total}`, end + 26, y + 86, 42, 4.6, MUTED, alpha);
  write(canvas, `${temperature} °C`, left, y + 164, 26, 3, mix(MUTED, ORANGE, 0.55), alpha);
}

/** The logo: one thin line per layer, filled from the bottom. */
function drawStack(canvas, view, progress, total, alpha) {
  const top = view.counterY + 240;
  const height = view.stackHeight;
  const step = height / total;
  for (let i = 0; i < total; i++) {
    const y = top + height - step * (i + 0.5);
    const share = Math.max(0, Math.min(1, progress - i));
    canvas.line(view.left + 1, y, view.left + 119, y, step * 0.2, LINE, alpha);
    if (share > 0) canvas.line(view.left + 1, y, view.left + 1 + 118 * share, y, step * 0.36, ORANGE, alpha);
  }
}

/**
 * Yields every frame of a clip: { data, speed } where `data` is RGB and `speed` is the nozzle's movement on the screen,
 * from which the sound is made. `view`: width, height, x, y (middle of the bed), scale, left, counterY, stackHeight,
 * hud, calmStart, fadeOut. The clip lasts exactly `seconds`.
 */
export function* frames(part, view, seconds, temperature) {
  const tail = view.fadeOut ? 1.9 : 2.6;
  const { moves, times, project, layers } = plan(part, view, seconds - LEAD_SECONDS - tail);
  const ground = new Canvas(view.width, view.height);
  drawGround(ground, view, layers, project);
  const cold = new Canvas(view.width, view.height);
  cold.copyFrom(ground);
  const frame = new Canvas(view.width, view.height);
  const home = [view.x + view.bed * 1.22, view.y - view.bed * 1.3];
  const nozzleSize = view.scale * 0.07;
  let settled = 0;
  let previous = home;
  const printEnd = times.at(-1).end;
  for (let n = 0; n < Math.round(seconds * FPS); n++) {
    const now = n / FPS;
    while (settled < moves.length && moves[settled].end < now - COOLING_SECONDS) lay(cold, moves[settled++], 0, 1);
    frame.copyFrom(cold);
    let tip = null;
    for (let i = settled; i < moves.length && moves[i].start <= now; i++) {
      const move = moves[i];
      const share = Math.min(1, (now - move.start) / Math.max(1e-6, move.end - move.start));
      lay(frame, move, Math.max(0, 1 - (now - move.start) / COOLING_SECONDS), share);
      tip = [move.a[0] + (move.b[0] - move.a[0]) * share, move.a[1] + (move.b[1] - move.a[1]) * share];
    }
    const first = moves[0].a;
    if (now < times[0].start) tip = glide(home, first, now / LEAD_SECONDS);
    if (now > printEnd) tip = glide(moves.at(-1).b, home, (now - printEnd) / 0.9);
    const printing = now >= times[0].start && now <= printEnd;
    if (printing) frame.glow(tip[0], tip[1], view.scale * 0.16, hex('#ff9a4d'), 0.5);
    drawNozzle(frame, tip[0], tip[1], nozzleSize);
    if (view.hud) {
      const current = times.filter((t) => t.start <= now).length;
      const inLayer = current
        ? Math.min(1, (now - times[current - 1].start) / (times[current - 1].end - times[current - 1].start))
        : 0;
      drawCounter(frame, view, current, layers.length, temperature, 1);
      drawStack(frame, view, Math.max(0, current - 1 + inLayer), layers.length, 1);
    }
    if (view.fadeOut) fade(frame, ground, Math.max(0, (now - (seconds - 0.7)) / 0.65));
    const speed = printing ? [tip[0] - previous[0], tip[1] - previous[1]] : [0, 0];
    previous = tip;
    yield { data: frame.data, speed };
  }
}

const glide = (from, to, share) => {
  const eased = share >= 1 ? 1 : 1 - (1 - share) ** 3;
  return [from[0] + (to[0] - from[0]) * eased, from[1] + (to[1] - from[1]) * eased];
};

function lay(canvas, move, heat, share) {
  if (move.kind === 'travel') return;
  const [ax, ay] = move.a;
  const bx = ax + (move.b[0] - ax) * share;
  const by = ay + (move.b[1] - ay) * share;
  const color = heat > 0 ? mix(move.color, heat > 0.6 ? WHITE_HOT : PALE, heat * 0.85) : move.color;
  canvas.line(ax, ay, bx, by, move.radius, color, 1, move.kind === 'wall' ? 0.75 : 0.35);
}

function fade(canvas, ground, share) {
  if (share <= 0) return;
  const amount = Math.min(1, share);
  for (let i = 0; i < canvas.data.length; i++) canvas.data[i] += (ground.data[i] - canvas.data[i]) * amount;
}
