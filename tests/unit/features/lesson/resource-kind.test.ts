/** Files of a lesson are named for what they are, and every accepted model or drawing has a name. */
import { expect, test } from 'vitest';
import { resourceKind } from '@/features/lesson/resources/resource-kind';
import { faultOfResource } from '@/shared/resource-types';

test.each([
  ['a.STL', '3D модел STL'],
  ['a.ply', '3D модел PLY'],
  ['a.glb', '3D модел GLB'],
  ['a.amf', '3D модел AMF'],
  ['a.step', 'CAD модел STEP'],
  ['a.stp', 'CAD модел STEP'],
  ['a.igs', 'CAD модел IGES'],
  ['a.fcstd', 'CAD модел FreeCAD'],
  ['a.gcode', 'Файл за принтер G-code'],
  ['a.bgcode', 'Файл за принтер G-code'],
])('%s is accepted and named', (file_name, words) => {
  expect(faultOfResource({ name: file_name, size: 1 })).toBeUndefined();
  expect(resourceKind({ file_name }).words).toBe(words);
});
