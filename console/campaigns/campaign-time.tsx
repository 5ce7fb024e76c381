import { useEffect, useState } from "react";
import type { Campaign } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Stack } from "../ui/page.tsx";
import { SliderField } from "../ui/slider-field.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { formatInstant } from "../words/format.ts";
import { words } from "../words/words.ts";

/** The places of the slider: an arrow key goes from one to the next, and the last one is now. */
const PLACES = 500;

interface CampaignTimeProps {
  campaign: Campaign;
  /** Undefined: the page shows the moment. */
  asOf: string | undefined;
  onChoose(asOf: string | undefined): void;
}

/** A slider from the start of the campaign to its end, or to now, that makes the page show what was true then. */
export const CampaignTime = ({ campaign, asOf, onChoose }: CampaignTimeProps) => {
  const span = useSpan(campaign);
  const [sliding, setSliding] = useState<number | null>(null);
  const settled = useSettled(sliding);
  const place = sliding ?? (asOf === undefined ? PLACES : span.placeOf(asOf));
  useEffect(() => {
    if (settled === null) return;
    onChoose(settled < PLACES ? span.instantAt(settled) : undefined);
    setSliding(null);
  }, [settled, span, onChoose]);
  return (
    <Card title={words.campaigns.time}>
      <Stack>
        <SliderField
          label={words.campaigns.timeAsOf}
          min={0}
          max={PLACES}
          value={place}
          said={place < PLACES ? formatInstant(span.instantAt(place)) : words.campaigns.timeNow}
          onChange={setSliding}
        />
        {asOf !== undefined && (
          <Button onClick={() => onChoose(undefined)} kind="quiet">
            {words.campaigns.timeBack}
          </Button>
        )}
      </Stack>
    </Card>
  );
};

interface Span {
  instantAt(place: number): string;
  placeOf(instant: string): number;
}

/** The span does not grow while somebody slides. */
const useSpan = ({ created_at: created, started_at: started, completed_at: completed }: Campaign): Span => {
  const [openedAt] = useState(() => Date.now());
  const end = completed === null ? openedAt : Date.parse(completed);
  // A moment before the start, so that the slider begins with nothing called.
  const begin = Math.max(Date.parse(created) + 1, started === null ? 0 : Date.parse(started) - 1);
  const [span, setSpan] = useState(() => createSpan(begin, end));
  useEffect(() => setSpan(createSpan(begin, end)), [begin, end]);
  return span;
};

const createSpan = (begin: number, end: number): Span => {
  const length = Math.max(end - begin, 1);
  return {
    instantAt: (place) => new Date(begin + (length * place) / PLACES).toISOString(),
    placeOf: (instant) =>
      Math.min(Math.max(Math.round(((Date.parse(instant) - begin) * PLACES) / length), 0), PLACES - 1),
  };
};
