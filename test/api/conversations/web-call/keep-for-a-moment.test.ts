import { expect, it } from "@jest/globals";
import { keepForAMoment } from "../../../../api/conversations/web-call/keep-for-a-moment.ts";

const open = () => {
  const asked: number[] = [];
  const ends: (() => void)[] = [];
  const find = keepForAMoment(
    async ({ id }: { id: number }) => {
      asked.push(id);
      if (id < 0) throw new Error("there is none");
      return asked.length;
    },
    (run, ms) => {
      expect(ms).toBe(1000);
      ends.push(run);
    },
  );
  return { find, asked, ends };
};

it("finds the same thing once a second, also for those who ask while it is looked for", async () => {
  const { find, asked, ends } = open();
  expect(await Promise.all([find({ id: 1 }), find({ id: 1 }), find({ id: 2 })])).toEqual([1, 1, 2]);
  await find({ id: 1 });
  expect(asked).toEqual([1, 2]);
  for (const end of ends) end();
  expect(await find({ id: 1 })).toBe(3);
});

it("keeps no failure", async () => {
  const { find, asked } = open();
  for (let time = 0; time < 2; time += 1) await expect(find({ id: -1 })).rejects.toThrow("there is none");
  expect(asked).toEqual([-1, -1]);
});

it("keeps a thousand things at most", async () => {
  const { find, asked } = open();
  for (let id = 0; id < 1001; id += 1) await find({ id });
  await find({ id: 999 });
  await find({ id: 1000 });
  expect(asked.slice(1000)).toEqual([1000, 1000]);
});
