import { Parser } from "htmlparser2";

/** What keeps a run from being seen; the last is no toggle property. */
export const UNSEEN_PROPERTIES = ["vanish", "strike", "dstrike"] as const;
type Property = (typeof UNSEEN_PROPERTIES)[number];
/** As far as it is said: a property that is absent is as the level above has it. */
export type RunProperties = Partial<Record<Property, boolean>>;

type Level = "table" | "paragraph" | "character";

interface Style {
  basedOn: string | null;
  properties: RunProperties;
}

/** The styles of a Word document, as far as they hide text or strike it out. */
export interface DocxStyles {
  isUnseen(run: Partial<Record<Level, string | null>>, direct: RunProperties): boolean;
}

const isLevel = (type: string | undefined): type is Level =>
  type === "table" || type === "paragraph" || type === "character";
const isProperty = (name: string): name is Property => UNSEEN_PROPERTIES.some((known) => known === name);

/** Returns the name without its prefix, and the value of an element such as `<w:vanish w:val="0"/>`. */
export const nameOf = (name: string): string => name.slice(name.indexOf(":") + 1);
export const valueOf = (attributes: Record<string, string>): string | undefined =>
  Object.entries(attributes).find(([name]) => nameOf(name) === "val")?.[1];
const isOn = (attributes: Record<string, string>): boolean => !/^(?:0|false|off)$/.test(valueOf(attributes) ?? "1");

/** Adds what one element of run properties says; others say nothing here. */
export const addProperty = (to: RunProperties, name: string, attributes: Record<string, string>): void => {
  const local = nameOf(name);
  if (isProperty(local)) to[local] = isOn(attributes);
};

interface ReadStyles {
  defaults: RunProperties;
  byId: Map<string, Style>;
  usual: Partial<Record<Level, string>>;
}

const readStyles = (xml: string): ReadStyles => {
  const read: ReadStyles = { defaults: {}, byId: new Map(), usual: {} };
  const path: string[] = [];
  let style: Style | null = null;
  const begin = (attributes: Record<string, string>) => {
    const of = (wanted: string) => Object.entries(attributes).find(([name]) => nameOf(name) === wanted)?.[1];
    style = { basedOn: null, properties: {} };
    const [id = "", type] = [of("styleId"), of("type")];
    read.byId.set(id, style);
    if (isLevel(type) && /^(?:1|true|on)$/.test(of("default") ?? "0")) read.usual[type] = id;
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const local = nameOf(name);
        const [parent, above] = [path.at(-1), path.at(-2)];
        path.push(local);
        if (local === "style") begin(attributes);
        if (local === "basedOn" && style) style.basedOn = valueOf(attributes) ?? null;
        // Parts of a table and tracked changes have run properties of their own, which are not the style's.
        if (parent !== "rPr") return;
        if (above === "style" && style) addProperty(style.properties, name, attributes);
        if (above === "rPrDefault") addProperty(read.defaults, name, attributes);
      },
      onclosetag: () => void path.pop(),
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return read;
};

/**
 * Reads `word/styles.xml`. ECMA-376, 17.7.3: within one kind of style the nearest of a style and those that it is based on counts.
 * Between the kinds a toggle property is on when an odd number of them has it on, and always where the document's defaults have it
 * on. The run's own properties come before all of them.
 */
export const readDocxStyles = (xml: string): DocxStyles => {
  const { defaults, byId, usual } = readStyles(xml);
  const known = new Map<string, RunProperties>();
  const resolve = (id: string | null | undefined): RunProperties => {
    if (!id) return {};
    const found = known.get(id);
    if (found) return found;
    const chain: RunProperties[] = [];
    const seen = new Set<string>();
    for (let at: string | null = id; at !== null && !seen.has(at); ) {
      seen.add(at);
      const style: Style | undefined = byId.get(at);
      if (style) chain.unshift(style.properties);
      at = style?.basedOn ?? null;
    }
    const properties = chain.reduce<RunProperties>((merged, own) => ({ ...merged, ...own }), {});
    known.set(id, properties);
    return properties;
  };
  return {
    isUnseen: (run, direct) => {
      const levels = (["table", "paragraph", "character"] as const).map((level) => resolve(run[level] ?? usual[level]));
      const toggled = (property: Property) =>
        defaults[property] === true || levels.filter((level) => level[property] === true).length % 2 === 1;
      const nearest = (property: Property) =>
        levels.findLast((level) => level[property] !== undefined)?.[property] ?? defaults[property] ?? false;
      return UNSEEN_PROPERTIES.some(
        (property) => direct[property] ?? (property === "dstrike" ? nearest(property) : toggled(property)),
      );
    },
  };
};
