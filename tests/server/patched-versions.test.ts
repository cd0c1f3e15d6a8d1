import { expect, test } from 'vitest';
import { assertPatchedVersions, PATCHED_VERSIONS } from '../../server/embedded/lite/patched-versions';

test('the installed versions are the ones that the patches were written for', () => {
  expect(() => assertPatchedVersions()).not.toThrow();
});

test.each(Object.keys(PATCHED_VERSIONS))(
  'another version of %s stops the start and names the folder of the patches',
  (name) => {
    const versionOf = (asked: string) => (asked === name ? '9.9.9' : (PATCHED_VERSIONS[asked] ?? ''));
    expect(() => assertPatchedVersions(versionOf)).toThrow(
      `${name} 9.9.9 is installed, but the patches in server/embedded/lite/`,
    );
  },
);
