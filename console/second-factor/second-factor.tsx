import { startRegistration } from "@simplewebauthn/browser";
import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { encode } from "uqr";
import { type Answer, callApi } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { CopyText } from "../ui/copy-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { ShownOnce } from "../ui/secret.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { isForMaking } from "./passkey-options.ts";
import styles from "./second-factor.module.css";

type SecondFactor = Answer<"GET /auth/second-factor">;
type Passkey = SecondFactor["passkeys"][number];

const { secondFactor } = words;

const secondFactorKey = ["second-factor"] as const;
const secondFactorQuery = queryOptions({
  queryKey: secondFactorKey,
  queryFn: () => callApi("GET /auth/second-factor"),
});

type Task = "app" | "passkey" | "codes" | { remove: "app" | Passkey };

/** What a person has besides the password, and how to set it up and remove it. `onSetUp`: the first one is there. */
export const SecondFactorSettings = ({ onSetUp }: { onSetUp?: () => void }) => {
  const queries = useQueryClient();
  const { data } = useSuspenseQuery(secondFactorQuery);
  const [task, setTask] = useState<Task | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const changed = async () => {
    setTask(null);
    await queries.invalidateQueries({ queryKey: secondFactorKey });
    await queries.invalidateQueries({ queryKey: ["sessions"] });
  };
  const setUp = async ({ recovery_codes: fresh }: { recovery_codes: string[] | null }) => {
    setCodes(fresh);
    await changed();
    if (!fresh) onSetUp?.();
  };
  const isThere = data.has_app || data.passkeys.length > 0;
  return (
    <>
      {data.needed_from && (
        <Notice tone="warn" title={secondFactor.needed(formatMoment(data.needed_from))}>
          {secondFactor.neededText}
        </Notice>
      )}
      <p>{isThere ? secondFactor.isOn : secondFactor.isOff}</p>
      {isThere && <Methods data={data} onRemove={(remove) => setTask({ remove })} />}
      <div className={styles.actions}>
        {!data.has_app && <Button onClick={() => setTask("app")}>{secondFactor.setUpApp}</Button>}
        <Button onClick={() => setTask("passkey")}>{secondFactor.addPasskey}</Button>
        {isThere && <Button onClick={() => setTask("codes")}>{secondFactor.renewCodes}</Button>}
      </div>
      <Dialog isOpen={task === "app"} onClose={() => setTask(null)} title={secondFactor.setUpApp}>
        <SetUpApp onDone={setUp} />
      </Dialog>
      <Dialog isOpen={task === "passkey"} onClose={() => setTask(null)} title={secondFactor.addPasskey}>
        <AddPasskey onDone={setUp} />
      </Dialog>
      <Dialog isOpen={task === "codes"} onClose={() => setTask(null)} title={secondFactor.renewCodes}>
        <RenewCodes
          onDone={async (fresh) => {
            setCodes(fresh);
            await changed();
          }}
        />
      </Dialog>
      <Dialog isOpen={isRemoval(task)} onClose={() => setTask(null)} title={secondFactor.remove}>
        {isRemoval(task) && <Remove what={task.remove} onDone={changed} />}
      </Dialog>
      <Dialog isOpen={codes !== null} onClose={() => {}} title={secondFactor.recoveryCodes} isUrgent>
        {codes && (
          <ShownOnce
            label={secondFactor.recoveryCodes}
            text={secondFactor.recoveryCodesText}
            value={codes.join("\n")}
            onDone={() => {
              setCodes(null);
              onSetUp?.();
            }}
          />
        )}
      </Dialog>
    </>
  );
};

const isRemoval = (task: Task | null): task is { remove: "app" | Passkey } => typeof task === "object" && task !== null;

interface Method {
  name: string;
  usedAt: string | null;
  what: "app" | Passkey;
}

const Methods = ({ data, onRemove }: { data: SecondFactor; onRemove(what: "app" | Passkey): void }) => {
  const rows: Method[] = [
    ...(data.has_app ? [{ name: secondFactor.app, usedAt: null, what: "app" as const }] : []),
    ...data.passkeys.map((passkey) => ({ name: passkey.name, usedAt: passkey.last_used_at, what: passkey })),
  ];
  const columns: readonly Column<Method>[] = [
    { name: secondFactor.method, cell: ({ name }) => name },
    {
      name: secondFactor.lastUsed,
      cell: ({ usedAt }) => <span className={table.soft}>{usedAt ? formatMoment(usedAt) : "–"}</span>,
    },
    {
      name: words.shell.more,
      isNameHidden: true,
      cell: ({ name, what }) => (
        <div className={table.actions}>
          <Button aria-label={`${secondFactor.remove}: ${name}`} onClick={() => onRemove(what)}>
            {secondFactor.remove}
          </Button>
        </div>
      ),
    },
  ];
  return (
    <>
      <DataTable
        label={secondFactor.title}
        columns={columns}
        rows={rows}
        keyOf={({ what }) => (what === "app" ? what : what.id)}
      />
      <p className={table.soft}>{secondFactor.codesLeft(formatWhole(data.recovery_codes_left))}</p>
    </>
  );
};

interface PasswordProps {
  value: string;
  onChange(value: string): void;
}

const OwnPassword = ({ value, onChange }: PasswordProps) => (
  <TextField
    label={words.account.currentPassword}
    type="password"
    autoComplete="current-password"
    value={value}
    onChange={onChange}
    isRequired
    hasFocus
  />
);

interface SetUpProps {
  onDone(answer: { recovery_codes: string[] | null }): Promise<void>;
}

const SetUpApp = ({ onDone }: SetUpProps) => {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const start = useAction({
    run: () => callApi("POST /auth/second-factor/app", { body: { password } }),
    isQuietOnRefusal: true,
    savesNothing: true,
  });
  const confirm = useAction({
    run: () => callApi("POST /auth/second-factor/app/confirm", { body: { code } }),
    said: secondFactor.setUp,
    onDone,
    isQuietOnRefusal: true,
  });
  if (!start.data)
    return (
      <Form
        isQuestion
        onSubmit={() => start.mutate()}
        action={words.shell.next}
        isBusy={start.isPending}
        error={start.error}
      >
        <OwnPassword value={password} onChange={setPassword} />
      </Form>
    );
  return (
    <Form
      isQuestion
      onSubmit={() => confirm.mutate()}
      action={secondFactor.setUpApp}
      isBusy={confirm.isPending}
      error={confirm.error}
    >
      <p>{secondFactor.scan}</p>
      <QrCode text={start.data.uri} />
      <CopyText label={secondFactor.secret} value={start.data.secret} />
      <TextField
        label={secondFactor.code}
        hint={secondFactor.codeHint}
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        isRequired
        hasFocus
      />
    </Form>
  );
};

/** A picture of the text for a camera: black on white, whatever the theme. */
const QrCode = ({ text }: { text: string }) => {
  const { data, size } = encode(text, { border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg className={styles.picture} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={secondFactor.picture}>
      <path d={path} fill="black" />
    </svg>
  );
};

const AddPasskey = ({ onDone }: SetUpProps) => {
  const [password, setPassword] = useState("");
  const [name, setName] = useState("");
  const add = useAction({
    run: async () => {
      const { challenge_id, options } = await callApi("POST /auth/second-factor/passkey", { body: { password } });
      const passkey = await makePasskey(options);
      return callApi("POST /auth/second-factor/passkey/confirm", { body: { challenge_id, name, passkey } });
    },
    said: secondFactor.setUp,
    onDone,
    isQuietOnRefusal: true,
  });
  return (
    <Form
      isQuestion
      onSubmit={() => add.mutate()}
      action={secondFactor.addPasskey}
      isBusy={add.isPending}
      error={add.error}
    >
      <p>{secondFactor.passkeyText}</p>
      <OwnPassword value={password} onChange={setPassword} />
      <TextField
        label={secondFactor.passkeyName}
        hint={secondFactor.passkeyNameHint}
        value={name}
        onChange={setName}
        maxLength={80}
        isRequired
      />
    </Form>
  );
};

/** A browser's own error is in its language and names no way on. */
const makePasskey = async (optionsJSON: unknown) => {
  try {
    if (!isForMaking(optionsJSON)) throw new TypeError("The API gave no options of a new passkey");
    return { ...(await startRegistration({ optionsJSON })), clientExtensionResults: {} };
  } catch (cause) {
    throw new Error(secondFactor.passkeyFailed, { cause });
  }
};

const RenewCodes = ({ onDone }: { onDone(codes: string[]): Promise<void> }) => {
  const [password, setPassword] = useState("");
  const renew = useAction({
    run: () => callApi("POST /auth/second-factor/recovery-codes", { body: { password } }),
    onDone: ({ recovery_codes: codes }) => onDone(codes),
    isQuietOnRefusal: true,
  });
  return (
    <Form
      isQuestion
      onSubmit={() => renew.mutate()}
      action={secondFactor.renewCodes}
      isBusy={renew.isPending}
      error={renew.error}
    >
      <p>{secondFactor.renewCodesText}</p>
      <OwnPassword value={password} onChange={setPassword} />
    </Form>
  );
};

const Remove = ({ what, onDone }: { what: "app" | Passkey; onDone(): Promise<void> }) => {
  const [password, setPassword] = useState("");
  const remove = useAction({
    run: () =>
      callApi("POST /auth/second-factor/remove", {
        body: { password, ...(what === "app" ? { app: true } : { passkey_id: what.id }) },
      }),
    said: secondFactor.removed,
    onDone,
    isQuietOnRefusal: true,
  });
  return (
    <Form
      isQuestion
      onSubmit={() => remove.mutate()}
      action={secondFactor.remove}
      isBusy={remove.isPending}
      error={remove.error}
    >
      <p>{secondFactor.removeText(what === "app" ? secondFactor.app : what.name)}</p>
      <OwnPassword value={password} onChange={setPassword} />
    </Form>
  );
};
