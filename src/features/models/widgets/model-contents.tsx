import { Select } from '@/ui/select';
import { contentsText } from '../text/viewer';
import type { OpenedModel } from './use-model';

interface ContentsProps {
  model: OpenedModel;
  onPlate: (plate: number) => void;
}

/** The plates of a slicer project, and what the file has besides the drawn parts. */
export function ModelContents({ model: { plates, plate, left }, onPlate }: ContentsProps) {
  return (
    <div className="grid gap-3 text-sm">
      {plates.length > 0 && (
        <Select label={contentsText.plate} value={plate} onChange={({ target }) => onPlate(Number(target.value))}>
          {plates.map((each) => (
            <option key={each.number} value={each.number}>
              {contentsText.plateOf(each)}
            </option>
          ))}
        </Select>
      )}
      {left.length > 0 && (
        <section>
          <h2 className="text-base">{contentsText.left}</h2>
          <ul className="grid gap-1">
            {left.map(({ kind, count }) => (
              <li key={kind}>{contentsText.leftOf[kind](count)}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
