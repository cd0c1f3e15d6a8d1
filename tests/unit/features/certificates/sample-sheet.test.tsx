// @vitest-environment happy-dom

import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SampleSheet } from '@/features/certificates/console/sample-sheet';

test('the console draws the sheet with the QR code and the facts of an issued one', async () => {
  const certificate = { id: 'c', template_url: null, name_position: { x: 50, y: 50 } };
  render(
    <SampleSheet
      certificate={{ ...certificate, name_font_size: 24, name_font_color: '#000000' }}
      name="Мария"
      label="Преглед"
    />,
  );
  const facts = () => document.querySelector('[data-sheet-facts]');
  await waitFor(() => expect(facts()?.querySelector('path')).toBeTruthy());
  for (const words of ['Издаден на', 'Сериен номер', 'Проверете го на']) expect(facts()?.textContent).toContain(words);
});
