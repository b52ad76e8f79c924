// Values that JSON can't say, and ids that are not known yet, written as JSON; the same notation
// as in mcp_apps_py/testing/notation.py.

const FORMS = {
  $undefined: () => undefined,
  $number: Number,
  $bigint: BigInt,
  $js: (expression) => new Function(`return (${expression})`)(),
};

/** Make the value that a host posts; `names` says what strings such as "$id" stand for. */
export function revive(value, names = {}) {
  if (typeof value === "string") return Object.hasOwn(names, value) ? names[value] : value;
  if (Array.isArray(value)) return value.map((element) => revive(element, names));
  if (typeof value !== "object" || value === null) return value;
  const [[mark, content] = [], ...others] = Object.entries(value);
  if (Object.hasOwn(FORMS, mark) && others.length === 0) return FORMS[mark](content);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, revive(member, names)]));
}

/** Tell whether a value has at least the members of a pattern. */
export function matches(value, pattern) {
  if (typeof pattern !== "object" || pattern === null) return Object.is(value, pattern);
  if (typeof value !== "object" || value === null || Array.isArray(value) !== Array.isArray(pattern)) return false;
  if (Array.isArray(pattern) && pattern.length !== value.length) return false;
  return Object.entries(pattern).every(([key, member]) => key in value && matches(value[key], member));
}
