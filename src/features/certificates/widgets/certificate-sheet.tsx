import { type ReactNode, useState } from 'react';
import { publicImageUrl } from '@/shared/product';
import type { CertificateRow } from '@/shared/rows';
import { classNames } from '@/ui/class-names';
import { SliceCover } from '@/ui/slice-cover';
import { fittingFontSize, nameWidth, SHEET } from './sheet';

interface CertificateSheetProps {
  certificate: Pick<CertificateRow, 'id' | 'template_url' | 'name_position' | 'name_font_size' | 'name_font_color'>;
  /** The name on the certificate. If it is an empty string, the sheet shows no name. */
  name: string;
  /** Accessible name of the picture; an empty string if adjacent text describes the picture. */
  label: string;
  className?: string;
  /** Elements above the template and the name, for example the QR code. */
  children?: ReactNode;
}

/** Average width of a bold letter relative to the font size; precise enough to shrink a long name. */
export const LETTER = 0.58;

/** A scaled-down certificate: the template with the name. White in both themes, like the PDF. */
export function CertificateSheet({ certificate, name, label, className, children }: CertificateSheetProps) {
  const [broken, setBroken] = useState(false);
  const { id, template_url, name_position, name_font_size, name_font_color } = certificate;
  const size = fittingFontSize(name_font_size, name.length * LETTER * name_font_size, nameWidth(name_position.x));
  return (
    <div
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={classNames(
        '@container relative aspect-[1123/794] overflow-hidden bg-white [--surface:#fff]',
        className,
      )}
    >
      {template_url && !broken ? (
        <img
          src={publicImageUrl(template_url)}
          alt=""
          // Load with CORS like the PDF does: a cached response without CORS headers would taint the PDF's canvas.
          crossOrigin="anonymous"
          onError={() => setBroken(true)}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <SliceCover seed={id} className="absolute inset-0 size-full" />
      )}
      <span
        aria-hidden="true"
        className="-translate-x-1/2 -translate-y-1/2 absolute whitespace-nowrap font-bold leading-none"
        style={{
          left: `${name_position.x}%`,
          top: `${name_position.y}%`,
          fontSize: `${(size * 100) / SHEET.width}cqw`,
          color: name_font_color,
        }}
      >
        {name}
      </span>
      {children}
    </div>
  );
}
