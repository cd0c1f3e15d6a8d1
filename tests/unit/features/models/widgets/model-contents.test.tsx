// @vitest-environment happy-dom

import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ModelContents } from '@/features/models/widgets/model-contents';
import type { OpenedModel } from '@/features/models/widgets/use-model';
import { parseModel } from '../../../../helpers/mesh-defect';
import { box, threemf, threemfMesh, threemfModel } from '../../../../helpers/solids';

// The viewer offers the plates of a slicer project, and says what a file has besides the drawn parts.

const files = `${import.meta.dirname}/../../../../fixtures/models`;

afterEach(cleanup);

const open = async (bytes: Uint8Array, plate?: number): Promise<OpenedModel> => ({
  ...(await parseModel(bytes, 'part.3mf', plate === undefined ? {} : { plate })),
  bounds: { min: [0, 0, 0], max: [1, 1, 1] },
  own: null,
});

test('another plate of a project is chosen by its name and objects', async () => {
  const object = (id: number) => `<object id="${id}">${threemfMesh(box(10, 10, 10))}</object>`;
  const named = (id: number, name: string) => `<object id="${id}"><metadata key="name" value="${name}"/></object>`;
  const plate = (number: number, name: string) =>
    `<plate><metadata key="plater_id" value="${number}"/><metadata key="plater_name" value="${name}"/><model_instance>` +
    `<metadata key="object_id" value="${number}"/><metadata key="instance_id" value="0"/></model_instance></plate>`;
  const project = threemf(threemfModel(object(1) + object(2), '<item objectid="1"/><item objectid="2"/>'), {
    'Metadata/model_settings.config': `<config>${named(1, 'кутия')}${named(2, 'капак')}${plate(1, '')}${plate(2, 'Капаци')}</config>`,
  });
  const models = [await open(project), await open(project, 2)];
  function Viewer() {
    const [number, setNumber] = useState(1);
    const model = models.find((each) => each.plate === number);
    return model && <ModelContents model={model} onPlate={setNumber} />;
  }
  render(<Viewer />);
  const chooser = screen.getByLabelText<HTMLSelectElement>('Плоча');
  expect([...chooser.options].map(({ text }) => text)).toEqual(['Плоча 1 · кутия', 'Плоча 2 · Капаци · капак']);
  expect(chooser.value).toBe('1');
  fireEvent.change(chooser, { target: { value: '2' } });
  expect(screen.getByLabelText('Плоча')).toHaveProperty('value', '2');
  expect(screen.queryByText('Във файла има и друго')).toBeNull();
});

test.each([
  ['bambu-modifier', '1 модификатор променя само настройките'],
  ['not-printable-item', '1 обект е изключен от печата'],
  ['support-object', '1 обект е за подпори и не е част от модела'],
  ['other-object', '1 обект е означен като „друг“ и не е част от модела'],
  ['beam-lattice-on-cube', '2 греди от решетка не се чертаят и не влизат в размерите'],
])('the file %s says what else is in it', async (name, sentence) => {
  render(<ModelContents model={await open(readFileSync(`${files}/3mf-${name}.3mf`))} onPlate={() => undefined} />);
  expect(screen.queryByLabelText('Плоча')).toBeNull();
  const section = screen.getByText('Във файла има и друго').closest('section') as HTMLElement;
  expect(
    within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([sentence]);
});
