import type { DriverPlatform } from "./driver-platform.ts";
import type { Played, Scene } from "./scene.ts";

/** One way of holding conversations, from the person's side of the line. */
export interface Driver {
  name: string;
  /** True when it reports how much of a reply was heard when the person interrupts. */
  tellsHeard: boolean;
  /** The parts of a situation that it cannot show, each with a sentence for the table. */
  leftAside?: Readonly<Record<string, string>>;
  /** The names of recorded histories, by situation, when a run is to be recorded. */
  recordedAs?: Readonly<Record<string, string>>;
  /** Situations that it cannot have, each with a sentence for the table. */
  absent: Readonly<Record<string, string>>;
  play(platform: DriverPlatform, scene: Scene): Promise<Played>;
}
