import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { ModelConfiguration } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { TextField } from "../ui/fields.tsx";
import { Page } from "../ui/page.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { TryModel } from "./try-model.tsx";

const { organization } = words;
const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: () => callApi("GET /organizations/model-configurations/v2"),
});

type Provider = "none" | "local" | "openai" | "deepgram" | "elevenlabs" | "cartesia" | "azure";
type Purpose = keyof ModelConfiguration;

export const Models = () => {
  const { data } = useSuspenseQuery(modelsQuery);
  return (
    <Page title={words.shell.models} isNarrow>
      <p>{organization.modelsText}</p>
      <Card title={organization.llm}>
        <ModelForm purpose="llm" configuration={data} />
      </Card>
      <Card title={organization.tryTitle}>
        <TryModel />
      </Card>
      <Card title={organization.embeddings}>
        <ModelForm purpose="embeddings" configuration={data} />
      </Card>
      <Card title={organization.tts}>
        <ModelForm purpose="tts" configuration={data} />
      </Card>
      <Card title={organization.stt}>
        <ModelForm purpose="stt" configuration={data} />
      </Card>
    </Page>
  );
};

const NAMES: Record<Provider, string> = {
  none: organization.notSet,
  local: organization.localModel,
  openai: organization.openaiModel,
  deepgram: "Deepgram",
  elevenlabs: "ElevenLabs",
  cartesia: "Cartesia",
  azure: "Azure",
};
/** Names a provider. Without a model that talks, the built-in one does. */
const nameProvider = (provider: Provider, purpose: Purpose): string =>
  provider === "none" && purpose === "llm" ? organization.notSetBuiltIn : NAMES[provider];

/** The providers for each purpose, with the default model of each. */
const MODELS: Record<Purpose, Partial<Record<Provider, string>>> = {
  llm: { none: "", local: "scripted", openai: "gpt-5-mini" },
  embeddings: { none: "", local: "lexical", openai: "text-embedding-3-small" },
  tts: {
    none: "",
    openai: "gpt-4o-mini-tts",
    deepgram: "aura-2-thalia-en",
    elevenlabs: "eleven_flash_v2_5",
    cartesia: "sonic-3",
    azure: "en-US-AvaMultilingualNeural",
  },
  stt: {
    none: "",
    openai: "gpt-4o-mini-transcribe",
    deepgram: "nova-3",
    elevenlabs: "scribe_v2",
    cartesia: "ink-whisper",
    azure: "conversation",
  },
};
const PROVIDERS: readonly Provider[] = ["none", "local", "openai", "deepgram", "elevenlabs", "cartesia", "azure"];

const listProviders = (purpose: Purpose): readonly Provider[] =>
  PROVIDERS.filter((provider) => provider in MODELS[purpose]);

/** Returns the provider of the form; one that is not listed speaks OpenAI's protocol. */
const providerOf = (given: ModelConfiguration[Purpose], purpose: Purpose): Provider =>
  given === null ? "none" : (listProviders(purpose).find((provider) => provider === given.provider) ?? "openai");

const ModelForm = ({ purpose, configuration }: { purpose: Purpose; configuration: ModelConfiguration }) => {
  const queries = useQueryClient();
  const given = configuration[purpose];
  const [provider, setProvider] = useState<Provider>(() => providerOf(given, purpose));
  const [model, setModel] = useState(given?.model ?? "");
  const [apiKey, setApiKey] = useState(given?.api_key ?? "");
  const [baseUrl, setBaseUrl] = useState(given?.base_url ?? "");
  /** True for a server that somebody runs, and not for a built-in model. */
  const isAsked = provider !== "none" && provider !== "local";
  const save = useAction({
    run: () =>
      callApi("PATCH /organizations/model-configurations/v2", {
        body: {
          [purpose]:
            provider === "none"
              ? null
              : {
                  ...(given?.provider === provider && given.script && { script: given.script }),
                  provider: given !== null && providerOf(given, purpose) === provider ? given.provider : provider,
                  model: model || (MODELS[purpose][provider] ?? ""),
                  ...(isAsked && { api_key: apiKey || null, base_url: baseUrl || null }),
                },
        },
      }),
    said: words.shell.saved,
    onDone: (saved) => queries.setQueryData(modelsQuery.queryKey, saved),
    isQuietOnRefusal: true,
  });
  return (
    <SaveForm save={save}>
      <Choice<Provider>
        label={organization.modelProvider}
        value={provider}
        onChange={(next) => {
          setProvider(next);
          setModel(MODELS[purpose][next] ?? "");
        }}
        options={listProviders(purpose).map((value) => ({ value, label: nameProvider(value, purpose) }))}
      />
      {isAsked && (
        <>
          <TextField label={organization.model} value={model} onChange={setModel} isRequired />
          <TextField
            label={organization.apiKey}
            hint={organization.apiKeyHint}
            type="password"
            autoComplete="new-password"
            value={apiKey}
            onChange={setApiKey}
          />
          <TextField
            label={organization.baseUrl}
            hint={organization.baseUrlHint}
            type="url"
            value={baseUrl}
            onChange={setBaseUrl}
          />
        </>
      )}
    </SaveForm>
  );
};
