import { useEffect, useState } from "react";
import type { Campaign } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { SliderField } from "../ui/slider-field.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { formatInstant } from "../words/format.ts";
import { words } from "../words/words.ts";

/** Steps of the slider: an arrow key goes one of them. */
const STEPS = 500;
const LEAST_STEP_MS = 100;

interface CampaignTimeProps {
  campaign: Campaign;
  /** Undefined: the page shows the moment. */
  asOf: string | undefined;
  onChoose(asOf: string | undefined): void;
}

/** A slider from the making of the campaign to its end, or to now, that makes the page show what was true then. */
export const CampaignTime = ({ campaign, asOf, onChoose }: CampaignTimeProps) => {
  const { begin, end } = useSpan(campaign);
  const [sliding, setSliding] = useState<number | null>(null);
  const settled = useSettled(sliding);
  const shown = sliding ?? (asOf === undefined ? end : Date.parse(asOf));
  useEffect(() => {
    if (settled === null) return;
    onChoose(settled < end ? new Date(settled).toISOString() : undefined);
    setSliding(null);
  }, [settled, end, onChoose]);
  return (
    <Card title={words.campaigns.time}>
      <SliderField
        label={words.campaigns.timeAsOf}
        min={begin}
        max={end}
        step={Math.max(LEAST_STEP_MS, Math.ceil((end - begin) / STEPS))}
        value={Math.min(Math.max(shown, begin), end)}
        said={shown < end ? formatInstant(new Date(shown).toISOString()) : words.campaigns.timeNow}
        onChange={setSliding}
      />
      {asOf !== undefined && (
        <Button onClick={() => onChoose(undefined)} kind="quiet">
          {words.campaigns.timeBack}
        </Button>
      )}
    </Card>
  );
};

/** The span does not grow while somebody slides; the page shows the moment at its end. */
const useSpan = ({ created_at, started_at, completed_at }: Campaign): { begin: number; end: number } => {
  const [openedAt] = useState(() => Date.now());
  // A moment before the start, so that the slider begins with nothing called.
  const begin = started_at === null ? Date.parse(created_at) : Date.parse(started_at) - 1;
  const end = completed_at === null ? openedAt : Date.parse(completed_at);
  return { begin: Math.max(begin, Date.parse(created_at)), end: Math.max(end, begin + LEAST_STEP_MS) };
};
