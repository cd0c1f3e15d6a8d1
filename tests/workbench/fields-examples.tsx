import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Checkbox } from '@/ui/checkbox';
import { SearchField } from '@/ui/search-field';
import { SegmentedControl } from '@/ui/segmented-control';
import { Select } from '@/ui/select';
import { Switch } from '@/ui/switch';
import { Tabs } from '@/ui/tabs';
import { TextArea } from '@/ui/text-area';
import { TextField } from '@/ui/text-field';
import { Part, Specimen } from './specimen';
import { workbenchText } from './text';

const { words, states, sections } = workbenchText;

const materials = words.materials.map((material) => (
  <option key={material} value={material}>
    {material}
  </option>
));

/** Examples of text inputs. */
export function FieldsPart() {
  const [query, setQuery] = useState('');
  const [other, setOther] = useState<string>(words.course);
  return (
    <Part title={sections.fields}>
      <TextField label={words.name} placeholder={words.course} hint={words.hint} />
      <TextField label={words.name} defaultValue={states.long} error={words.wrong} />
      <TextField label={words.name} defaultValue={words.course} disabled hint={states.disabled} />
      <TextField
        label={words.password}
        type="password"
        defaultValue="Sloy-2026!"
        reveal={{ show: words.show, hide: words.hide }}
        autoComplete="off"
      />
      <TextArea label={words.note} placeholder={words.hint} />
      <TextArea label={words.note} defaultValue={states.long} error={words.wrong} />
      <Select label={words.material} hint={words.hint}>
        {materials}
      </Select>
      <Select label={words.material} defaultValue={words.materials[3]} error={words.wrong}>
        {materials}
      </Select>
      <Select label={words.material} disabled>
        {materials}
      </Select>
      <Specimen name={`SearchField · ${states.empty}, ${states.filled}`}>
        <SearchField
          label={words.search}
          clearLabel={words.clear}
          value={query}
          onChange={setQuery}
          className="w-full"
        />
        <SearchField
          label={words.search}
          clearLabel={words.clear}
          value={other}
          onChange={setOther}
          className="w-full"
        />
      </Specimen>
    </Part>
  );
}

/** Examples of inputs that offer a choice. */
export function ChoicesPart() {
  const [period, setPeriod] = useState<string>(words.periods[0]);
  const [icon, setIcon] = useState<string>('light');
  const [tab, setTab] = useState('0');
  const [on, setOn] = useState(true);
  return (
    <Part title={sections.choices}>
      <Specimen name="Checkbox">
        <div className="min-w-0">
          <Checkbox label={words.agree} />
          <Checkbox label={states.long} defaultChecked />
          <Checkbox label={states.disabled} disabled />
        </div>
      </Specimen>
      <Specimen name="Switch">
        <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-2">
          <Switch
            label={words.reminders}
            hint={words.remindersHint}
            checked={on}
            onChange={(event) => setOn(event.target.checked)}
          />
          <Switch label={states.long} hint={states.long} />
          <Switch label={states.disabled} disabled />
          <Switch label={states.disabled} disabled defaultChecked />
        </div>
      </Specimen>
      <Specimen name="SegmentedControl">
        <SegmentedControl
          label={words.period}
          labelShown
          options={words.periods.map((value) => ({ value, label: value }))}
          value={period}
          onChange={setPeriod}
        />
        <SegmentedControl
          label={workbenchText.theme}
          iconsOnly
          options={[
            { value: 'system', label: workbenchText.themes.system, icon: <Monitor size={20} /> },
            { value: 'light', label: workbenchText.themes.light, icon: <Sun size={20} /> },
            { value: 'dark', label: workbenchText.themes.dark, icon: <Moon size={20} />, disabled: true },
          ]}
          value={icon}
          onChange={setIcon}
        />
      </Specimen>
      <Specimen name="Tabs">
        <div className="w-full">
          <Tabs
            label={words.parts}
            tabs={words.tabs.map((title, index) => ({ id: `${index}`, title }))}
            current={tab}
            onChange={setTab}
          >
            {words.tabs[Number(tab)]}
          </Tabs>
        </div>
      </Specimen>
    </Part>
  );
}
