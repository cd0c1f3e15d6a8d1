import { type FormEvent, useState } from 'react';
import { saveProfile } from '@/features/accounts/mutations';
import { PROFILE_LENGTHS } from '@/shared/limits';
import { common } from '@/shared/text/common';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { TextField } from '@/ui/text-field';
import { toast } from '@/ui/toast';
import type { CertificateState } from './rules/state';
import { certificatesText as text } from './text/certificates';
import { CertificateSheet } from './widgets/certificate-sheet';
import { SheetFacts } from './widgets/sheet-facts';

interface NameDialogProps {
  certificate: CertificateState;
  onClose: () => void;
  onNamed: (name: string) => void;
}

/** Asks for the name that a certificate needs, with a preview; stores it in the profile. */
export function NameDialog({ certificate, onClose, onNamed }: NameDialogProps) {
  const [name, setName] = useState('');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const full_name = name.trim();
    if (!full_name) return;
    try {
      await saveProfile({ full_name });
      onNamed(full_name);
    } catch (error) {
      console.error('The name could not be stored:', error);
      toast('error', text.downloadFailed);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.nameTitle}
      closeLabel={common.close}
      actions={
        <>
          <Button onClick={onClose}>{text.nameCancel}</Button>
          <Button kind="primary" type="submit" form="certificate-name" disabled={!name.trim()}>
            {text.nameSave}
          </Button>
        </>
      }
    >
      <form id="certificate-name" onSubmit={(event) => void save(event)} className="grid gap-4">
        <TextField
          label={text.nameLabel}
          hint={text.nameText}
          autoComplete="name"
          required
          limit={PROFILE_LENGTHS.full_name}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <CertificateSheet
          certificate={certificate}
          name={name}
          label={text.preview(certificate.title)}
          className="rounded-card border border-line"
        >
          <SheetFacts certificate={certificate} name={name} />
        </CertificateSheet>
      </form>
    </Dialog>
  );
}
