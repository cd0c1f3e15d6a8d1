/**
 * Shader of a printed part: layers as lines, overhangs as dashed blue lines, cut surfaces in one flat colour.
 * Normals are computed from position derivatives, so no second attribute is uploaded and a 20 MB file appears at once.
 */
import { type Color, DoubleSide, ShaderMaterial } from 'three';

const vertexShader = /* glsl */ `
  out vec3 place;
  out vec3 corner;
  void main() {
    place = position;
    int k = gl_VertexID % 3;
    corner = vec3(k == 0, k == 1, k == 2);
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`;

const fragmentShader = /* glsl */ `
  uniform float bed, cut, layer, scale, side, stride;
  uniform bool wire;
  uniform vec3 part, gap, inside, blue, light;
  in vec3 place;
  in vec3 corner;
  void main() {
    if (place.z > cut) discard;
    if (wire) {
      vec3 near = corner / max(fwidth(corner), vec3(1e-6));
      if (min(near.x, min(near.y, near.z)) > scale * 0.75) discard;
    }
    bool outer = gl_FrontFacing == (side > 0.0);
    if (!outer && !wire) {
      gl_FragColor = vec4(inside, 1.0);
      #include <colorspace_fragment>
      return;
    }
    vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
    float height = (place.z - bed) / layer;
    float phase = fract(height / stride);
    float soft = min(0.5, fwidth(height) / stride * 1.2);
    float line = smoothstep(0.0, soft, phase) * (1.0 - smoothstep(0.74 - soft, 0.74, phase));
    float level = smoothstep(0.93, 0.99, abs(normal.z));
    line = mix(line, 1.0, level);
    // Where a layer is narrower than a pixel, blend its colour with the line.
    line = mix(line, 0.8, smoothstep(0.25, 0.5, soft) * (1.0 - level));
    float shade = 0.70 + 0.30 * clamp(dot(normal, light), 0.0, 1.0);
    vec3 colour = part * shade;
    if (normal.z < -0.7096 && place.z > bed + 0.05) {
      float dash = fract((gl_FragCoord.x / scale + 7.0 * mod(floor(height / stride), 2.0)) / 14.0);
      colour = blue * (0.85 + 0.15 * shade);
      line = max(line, smoothstep(0.2, 0.4, soft));
      line *= 1.0 - smoothstep(0.64, 0.70, dash) * (1.0 - smoothstep(0.94, 1.0, dash));
    }
    gl_FragColor = vec4(wire ? colour : mix(gap, colour, line), 1.0);
    #include <colorspace_fragment>
  }
`;

export interface PartColors {
  part: Color;
  gap: Color;
  inside: Color;
  blue: Color;
}

/** @param light direction towards the light, in the coordinates of the part */
export function partMaterial(colors: PartColors, light: readonly [number, number, number]): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    side: DoubleSide,
    uniforms: {
      bed: { value: 0 },
      cut: { value: Infinity },
      layer: { value: 0.2 },
      scale: { value: 1 },
      side: { value: 1 },
      stride: { value: 1 },
      wire: { value: false },
      light: { value: light },
      part: { value: colors.part },
      gap: { value: colors.gap },
      inside: { value: colors.inside },
      blue: { value: colors.blue },
    },
  });
}
