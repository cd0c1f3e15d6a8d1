import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths';
import { buttonClass } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Logo } from '@/ui/printed-object';
import { Spinner } from '@/ui/spinner';
import { useMedia } from '@/ui/use-media';
import { nativeWelcome as text } from './text/native-welcome';

const VIDEO = '/videos/test.mp4';
/** Position (s) of the frame shown instead of the moving video with reduced motion. */
const STILL_S = 6;
const GRADIENT =
  'linear-gradient(160deg, var(--sunk), var(--paper) 45%, color-mix(in oklab, var(--accent) 32%, var(--paper)))';
/** Background if the video fails: the gradient with a warm colour at the top, because on phones the space above the text is empty. */
const WARM = `radial-gradient(120% 60% at 80% 0, color-mix(in oklab, var(--accent) 45%, var(--paper)), transparent), ${GRADIENT}`;

/** The background video: a spinner while it loads, a gradient if it fails. Silent and decorative. */
function LoopingVideo() {
  const [state, setState] = useState<'loading' | 'playing' | 'failed'>('loading');
  const still = useMedia('(prefers-reduced-motion: reduce)');
  return (
    <div className="absolute inset-0 overflow-hidden" style={{ background: state === 'failed' ? WARM : GRADIENT }}>
      {state !== 'failed' && (
        <video
          src={still ? `${VIDEO}#t=${STILL_S}` : VIDEO}
          autoPlay={!still}
          preload="auto"
          loop
          muted
          playsInline
          aria-hidden="true"
          tabIndex={-1}
          onLoadedData={() => setState('playing')}
          onError={() => setState('failed')}
          className={classNames(
            'h-[48dvh] w-full scale-110 object-cover md:h-full blur-md motion-safe:transition-opacity motion-safe:duration-500',
            state === 'loading' && 'opacity-0',
          )}
        />
      )}
      {/* If the browser's data saver does not load the video, the gradient stays. */}
      {state === 'loading' && !still && (
        <div className="absolute inset-x-0 top-[18dvh] grid justify-items-center">
          <Spinner label={text.loading} />
        </div>
      )}
    </div>
  );
}

/** First screen of the app for signed-out people; the guards redirect everybody else (specification 1 §2). */
export function NativeWelcomePage() {
  return (
    <main className="relative grid min-h-dvh content-end overflow-hidden">
      <LoopingVideo />
      <div className="relative mx-auto grid w-full max-w-md gap-3 rounded-t-card border-line border-t bg-paper px-6 pt-7 pb-[max(1.75rem,env(safe-area-inset-bottom))] shadow-card md:mb-[12dvh] md:rounded-card md:border">
        <Logo size={34} />
        <h1 className="mt-2 text-3xl">{text.title}</h1>
        <p className="mb-3 text-muted">{text.lead}</p>
        <Link to={paths.register} className={buttonClass('primary', 'min-h-12 text-base')}>
          {text.register}
        </Link>
        <Link to={paths.login} className={buttonClass('quiet', 'min-h-12 text-base')}>
          {text.login}
        </Link>
        <Link to={paths.pricingMobile} className={buttonClass('plain')}>
          {text.prices}
        </Link>
      </div>
    </main>
  );
}
