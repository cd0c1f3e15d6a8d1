// A small software canvas: an RGB buffer on which filament is drawn as thick round lines and simple convex shapes are filled,
// with anti-aliased edges. It uses no fonts and no native code and gives the same bytes on every machine.

export const hex = (code) => [1, 3, 5].map((at) => Number.parseInt(code.slice(at, at + 2), 16));
export const mix = (a, b, share) => a.map((part, i) => part + (b[i] - part) * share);

export class Canvas {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.data = new Uint8Array(width * height * 3);
  }

  copyFrom(other) {
    this.data.set(other.data);
  }

  blend(at, color, alpha, light) {
    const { data } = this;
    for (let i = 0; i < 3; i++) {
      const wanted = Math.min(255, color[i] * light);
      data[at + i] += (wanted - data[at + i]) * alpha;
    }
  }

  /** Background: a vertical gradient from `top` to `bottom` with soft light around (x, y). */
  wash(top, bottom, pool, x, y, radius) {
    for (let py = 0; py < this.height; py++) {
      const base = mix(top, bottom, py / this.height);
      for (let px = 0; px < this.width; px++) {
        const d = Math.hypot(px - x, (py - y) * 1.35) / radius;
        const near = Math.max(0, 1 - d * d);
        // Ordered dithering hides the bands of 8-bit gradients.
        const noise = (((px * 7 + py * 13) % 16) - 7.5) / 16;
        const at = (py * this.width + px) * 3;
        for (let i = 0; i < 3; i++) this.data[at + i] = base[i] + (pool[i] - base[i]) * near * near + noise + 0.5;
      }
    }
  }

  /** A line with round ends. `round` from 0 to 1 shades it like a bead of plastic lit from above. */
  line(x1, y1, x2, y2, radius, color, alpha = 1, round = 0) {
    const minX = Math.max(0, Math.floor(Math.min(x1, x2) - radius - 1));
    const maxX = Math.min(this.width - 1, Math.ceil(Math.max(x1, x2) + radius + 1));
    const minY = Math.max(0, Math.floor(Math.min(y1, y2) - radius - 1));
    const maxY = Math.min(this.height - 1, Math.ceil(Math.max(y1, y2) + radius + 1));
    const dx = x2 - x1;
    const dy = y2 - y1;
    const squared = dx * dx + dy * dy || 1e-9;
    for (let py = minY; py <= maxY; py++) {
      for (let px = minX; px <= maxX; px++) {
        const share = Math.max(0, Math.min(1, ((px - x1) * dx + (py - y1) * dy) / squared));
        const offX = px - x1 - dx * share;
        const offY = py - y1 - dy * share;
        const cover = radius + 0.5 - Math.sqrt(offX * offX + offY * offY);
        if (cover <= 0) continue;
        const height = offY / radius;
        const light = round === 0 ? 1 : 1 + round * (height < 0 ? -height * 0.16 : -height * 0.42);
        this.blend((py * this.width + px) * 3, color, Math.min(1, cover) * alpha, light);
      }
    }
  }

  /** Fills a convex shape; points go clockwise on the screen. */
  convex(points, color, alpha = 1) {
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    const edges = points.map(([ax, ay], i) => {
      const [bx, by] = points[(i + 1) % points.length];
      const length = Math.hypot(bx - ax, by - ay) || 1;
      return [ax, ay, (by - ay) / length, -(bx - ax) / length];
    });
    for (
      let py = Math.max(0, Math.floor(Math.min(...ys)) - 1);
      py <= Math.min(this.height - 1, Math.ceil(Math.max(...ys)) + 1);
      py++
    ) {
      for (
        let px = Math.max(0, Math.floor(Math.min(...xs)) - 1);
        px <= Math.min(this.width - 1, Math.ceil(Math.max(...xs)) + 1);
        px++
      ) {
        let out = -1e9;
        for (const [ax, ay, nx, ny] of edges) out = Math.max(out, (px - ax) * nx + (py - ay) * ny);
        if (out < 0.5) this.blend((py * this.width + px) * 3, color, Math.min(1, 0.5 - out) * alpha, 1);
      }
    }
  }

  /** A round glow that fades out at `radius`. */
  glow(x, y, radius, color, alpha) {
    for (let py = Math.max(0, Math.floor(y - radius)); py <= Math.min(this.height - 1, y + radius); py++) {
      for (let px = Math.max(0, Math.floor(x - radius)); px <= Math.min(this.width - 1, x + radius); px++) {
        const near = 1 - Math.hypot(px - x, py - y) / radius;
        if (near > 0) this.blend((py * this.width + px) * 3, color, near * near * alpha, 1);
      }
    }
  }
}
