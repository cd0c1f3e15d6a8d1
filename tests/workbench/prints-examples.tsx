import { Box, Flame as FlameIcon, Trophy } from 'lucide-react';
import { cardClass } from '@/ui/card';
import { courseShapes } from '@/ui/drawing/printed';
import { Flame, FlameLevel } from '@/ui/flame';
import { Medal } from '@/ui/medal';
import { Logo, PrintedObject } from '@/ui/printed-object';
import { ProgressBar } from '@/ui/progress-bar';
import { SliceCover } from '@/ui/slice-cover';
import { Part, Specimen } from './specimen';
import { workbenchText } from './text';

const { words } = workbenchText;
const TOTAL = 12;
const seeds = ['osnovi', 'kalibrirane', 'blender', 'materiali', 'slaiser', 'fusion'];

/** Examples of drawings in printed layers. */
export function PrintsPart() {
  return (
    <Part title={workbenchText.sections.prints}>
      <Specimen name="PrintedObject" wide>
        {courseShapes.map((shape, index) => (
          <PrintedObject
            key={shape}
            shape={shape}
            total={TOTAL}
            done={7.4 + (index % 3) * 2.3}
            width={96}
            height={104}
            label={words.printed(Math.floor(7.4 + (index % 3) * 2.3), TOTAL)}
          />
        ))}
      </Specimen>
      <Specimen name="PrintedObject · 0, 1, 6.5, 12 · 48 px">
        {[0, 1, 6.5, 12].map((done) => (
          <PrintedObject
            key={done}
            shape="vase"
            total={TOTAL}
            done={done}
            width={48}
            height={46}
            label={words.printed(Math.floor(done), TOTAL)}
          />
        ))}
        <Logo />
      </Specimen>
      <Specimen name="Flame · 0, 1, 3, 6, 7, 30">
        {[0, 1, 3, 6, 7, 30].map((days) => (
          <Flame key={days} days={days} size={44} label={words.days(days)} />
        ))}
        <Flame days={9} active={false} size={44} label={words.days(9)} />
        <Flame days={4} label={words.days(4)} />
        <Flame days={9} label={words.days(9)} />
      </Specimen>
      <Specimen name="FlameLevel · 0, 3, 5">
        {[0, 3, 5].map((level) => (
          <FlameLevel key={level} level={level} label={words.level(level)} />
        ))}
      </Specimen>
      <Specimen name="Medal · 0, 40 %, 90 %, earned">
        <Medal progress={0} earned={false} label={words.medal(0)} />
        <Medal progress={0.4} earned={false} label={words.medal(40)} />
        <Medal progress={0.9} earned={false} icon={<Box size={20} />} label={words.medal(90)} />
        <Medal progress={1} earned label={words.medal(100)} />
        <Medal progress={1} earned icon={<Trophy size={20} />} label={words.medal(100)} />
        <Medal progress={1} earned size={96} icon={<FlameIcon size={34} />} label={words.medal(100)} />
        <Medal progress={1} earned size={36} label={words.medal(100)} />
      </Specimen>
      <Specimen name="ProgressBar · 0, 1, 7.4, 12" wide>
        <div className="grid w-full max-w-sm gap-5">
          {[0, 1, 7.4, 12].map((done) => (
            <ProgressBar
              key={done}
              value={done}
              total={TOTAL}
              label={words.course}
              text={words.printed(Math.floor(done), TOTAL)}
            />
          ))}
        </div>
      </Specimen>
      <Specimen name="SliceCover" wide>
        <div className="grid w-full grid-cols-2 gap-4 md:grid-cols-3">
          {seeds.map((seed) => (
            <div key={seed} className={`${cardClass} overflow-hidden`}>
              <SliceCover seed={seed} />
            </div>
          ))}
        </div>
      </Specimen>
    </Part>
  );
}
