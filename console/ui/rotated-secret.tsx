import { words } from "../words/words.ts";
import { Confirm } from "./confirm.tsx";
import { Dialog } from "./dialog.tsx";
import { ShownOnce } from "./secret.tsx";

const { organization } = words;

interface RotatedSecretProps {
  isAsking: boolean;
  onClose(): void;
  /** What becomes of the former secret. */
  text: string;
  rotate: { data: { secret?: string | null | undefined } | undefined; mutate(): void; reset(): void };
}

/** Asks before a secret is made anew, and shows the new one once. */
export const RotatedSecret = ({ isAsking, onClose, text, rotate }: RotatedSecretProps) => (
  <>
    <Confirm
      isOpen={isAsking}
      onClose={onClose}
      title={organization.rotateTitle}
      text={text}
      action={organization.rotate}
      onConfirm={() => rotate.mutate()}
    />
    <Dialog isOpen={rotate.data !== undefined} onClose={() => rotate.reset()} title={organization.rotate}>
      <ShownOnce label={organization.secret} value={rotate.data?.secret ?? ""} onDone={() => rotate.reset()} />
    </Dialog>
  </>
);
