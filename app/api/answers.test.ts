import { QueryCache, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { Answers } from "./answers.ts";

const onError = vi.fn();
const answers = new Answers({ queryCache: new QueryCache({ onError }) });
const leave: (() => void)[] = [];

afterEach(() => {
  for (const stop of leave.splice(0)) stop();
  answers.clear();
});

/** Watches a question whose answers are given by hand, as a screen does. */
function watch(queryKey: readonly string[]) {
  const questions: ((answer: string) => void)[] = [];
  const observer = new QueryObserver(answers, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => questions.push(resolve)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  leave.push(observer.subscribe(() => {}));
  return { questions, observer };
}

test("a first answer given before a change is not taken: the question is asked anew", async () => {
  const { questions, observer } = watch(["log"]);
  const renewed = answers.invalidateQueries({ queryKey: ["log"] });
  await vi.waitFor(() => expect(questions).toHaveLength(2));
  questions[0]?.("before");
  expect(observer.getCurrentResult()).toMatchObject({ data: undefined, isFetching: true });
  questions[1]?.("after");
  await renewed;
  expect(observer.getCurrentResult()).toMatchObject({ data: "after", isFetching: false });
  expect(onError).not.toHaveBeenCalled();
});

test("what is there stays while it is asked anew", async () => {
  const { questions, observer } = watch(["log"]);
  questions[0]?.("before");
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("before"));
  const renewed = answers.invalidateQueries({ queryKey: ["log"] });
  await vi.waitFor(() => expect(questions).toHaveLength(2));
  expect(observer.getCurrentResult().data).toBe("before");
  questions[1]?.("after");
  await renewed;
  expect(observer.getCurrentResult().data).toBe("after");
});

test("a first fetch of something else, or one that is only to be marked, goes on", async () => {
  const log = watch(["log"]);
  const list = watch(["list"]);
  await answers.invalidateQueries({ queryKey: ["log"], refetchType: "none" });
  void answers.invalidateQueries({ queryKey: ["nothing"] });
  log.questions[0]?.("log");
  list.questions[0]?.("list");
  await vi.waitFor(() => expect(log.observer.getCurrentResult().data).toBe("log"));
  await vi.waitFor(() => expect(list.observer.getCurrentResult().data).toBe("list"));
  expect([log.questions, list.questions].map((asked) => asked.length)).toEqual([1, 1]);
});
