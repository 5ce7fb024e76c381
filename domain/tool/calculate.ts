import { ToolFault } from "./tool-fault.ts";

const LONGEST = 500;
const DEEPEST = 50;
const TOKEN = /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+)|(\*\*|[-+*/%^(),])|([a-z_]+))/iy;

const CONSTANTS: Record<string, number> = { pi: Math.PI, e: Math.E };
const FUNCTIONS: Record<string, (...values: number[]) => number> = {
  abs: Math.abs,
  ceil: Math.ceil,
  floor: Math.floor,
  max: Math.max,
  min: Math.min,
  round: (value = 0, digits = 0) => Number(`${Math.round(Number(`${value}e${digits}`))}e-${digits}`),
  sqrt: Math.sqrt,
};

/** Evaluates arithmetic: + - * / % ^ with brackets, and a few functions. Throws `ToolFault` for anything else. */
export const calculateExpression = (expression: string): number => {
  if (expression.length > LONGEST) throw new ToolFault(`The expression is longer than ${LONGEST} characters.`);
  const tokens = tokensOf(expression.replaceAll("×", "*").replaceAll("÷", "/"));
  const reader = readerOf(tokens);
  const value = readSum(reader, 0);
  if (reader.peek() !== undefined) throw new ToolFault(`${reader.peek()} was not expected in the expression.`);
  if (!Number.isFinite(value)) throw new ToolFault("The expression has no finite value.");
  // Rounded to twelve digits, so that 0.1 + 0.2 is 0.3.
  return Number.isInteger(value) ? value : Number(value.toPrecision(12));
};

const tokensOf = (text: string): string[] => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== "") {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new ToolFault(`${JSON.stringify(text.slice(at, at + 10))} is no arithmetic.`);
    tokens.push(match[0].trim().toLowerCase());
  }
  return tokens;
};

interface Reader {
  peek(): string | undefined;
  take(): string | undefined;
  accept(...wanted: string[]): string | undefined;
}

const readerOf = (tokens: readonly string[]): Reader => {
  let at = 0;
  const peek = () => tokens[at];
  const take = () => tokens[at++];
  return {
    peek,
    take,
    accept: (...wanted) => {
      const next = peek();
      return next !== undefined && wanted.includes(next) ? take() : undefined;
    },
  };
};

const readSum = (reader: Reader, depth: number): number => {
  if (depth > DEEPEST) throw new ToolFault("The expression has too many brackets.");
  let value = readProduct(reader, depth);
  for (let sign = reader.accept("+", "-"); sign; sign = reader.accept("+", "-")) {
    const next = readProduct(reader, depth);
    value = sign === "+" ? value + next : value - next;
  }
  return value;
};

const readProduct = (reader: Reader, depth: number): number => {
  let value = readSigned(reader, depth);
  for (let sign = reader.accept("*", "/", "%"); sign; sign = reader.accept("*", "/", "%")) {
    const next = readSigned(reader, depth);
    value = sign === "*" ? value * next : sign === "/" ? value / next : value % next;
  }
  return value;
};

/** The sign binds more weakly than the power: -2^2 is -4. */
const readSigned = (reader: Reader, depth: number): number => {
  if (depth > DEEPEST) throw new ToolFault("The expression has too many signs.");
  const sign = reader.accept("+", "-");
  if (sign) return (sign === "-" ? -1 : 1) * readSigned(reader, depth + 1);
  const base = readAtom(reader, depth);
  return reader.accept("^", "**") ? base ** readSigned(reader, depth + 1) : base;
};

const readAtom = (reader: Reader, depth: number): number => {
  const token = reader.take();
  if (token === undefined) throw new ToolFault("The expression is not complete.");
  if (/^[\d.]/.test(token)) return Number(token);
  if (token === "(") return closed(reader, readSum(reader, depth + 1));
  if (Object.hasOwn(CONSTANTS, token)) return CONSTANTS[token] ?? 0;
  if (!Object.hasOwn(FUNCTIONS, token) || !reader.accept("(")) {
    throw new ToolFault(`${token} was not expected in the expression.`);
  }
  const values = [readSum(reader, depth + 1)];
  while (reader.accept(",")) values.push(readSum(reader, depth + 1));
  return closed(reader, FUNCTIONS[token]?.(...values) ?? 0);
};

const closed = (reader: Reader, value: number): number => {
  if (!reader.accept(")")) throw new ToolFault("A bracket is not closed.");
  return value;
};
