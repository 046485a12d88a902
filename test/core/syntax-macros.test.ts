/** C and C++ with macros that are no C or C++: the outline has the classes, methods and ranges that a compiler would see. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outline } from '../../server/core/model/symbol.js';
import { outlineTree } from '../../server/io/syntax/tree-sitter/outline-tree.js';
import { checkOutline } from './syntax-tree-sitter.render.js';

test('reads a class template with macros around and inside it', async () => {
  const outline = await checkOutline(
    'cpp',
    `#define LIB_TRY(x)     \\
  do {                 \\
    x; /* comment */   \\
    y();               \\
  } while (0)
BEGIN_NAMESPACE
template <typename T, size_t SIZE = 100>
class LIB_EXPORT buffer : public base<T> {
  Q_OBJECT
 public:
  LIB_CONSTEXPR20 explicit buffer(const T& a = T()) : a_(a) { init(); }
  CONSTEXPR20 ~buffer() { deallocate(); }
  CONSTEXPR20 auto operator=(buffer&& other) NOEXCEPT -> buffer& {
    move(other);
    return *this;
  }
  FORCEINLINE CONSTEXPR20 void grow(size_t n) NOEXCEPT(true);
  T* data() const NOEXCEPT { return p_; }
  DEPRECATED("old") const char* name(int value UNUSED) OVERRIDE;
  BIT(flag);
 private:
  T* p_ GUARDED(mu);
};
static INLINE __attribute__((noinline)) const char *lookup(const struct ctx *c UNUSED, int b) { return 0; }
static BOOL WINAPI handler(DWORD type) { return TRUE; }
NORETURN void die(const char *fmt, ...);
HANDLER(open_file) {
  run();
}
int C_SYMBOL(made)(int a) { return a; }
#ifdef A
int split(int a) {
#else
int split(long a) {
#endif
  return 1;
}
int after(void) { return 2; }
END_NAMESPACE
`,
    `
macro LIB_TRY [1-5]{} : #define LIB_TRY(x) \\
class buffer [7-23]{} : template <typename T, size_t SIZE = 100> class LIB_EXPORT buffer : public base<T>
  constructor buffer [11]{} : LIB_CONSTEXPR20 explicit buffer(const T& a = T())
  method ~buffer [12]{} : CONSTEXPR20 ~buffer()
  method operator= [13-16]{} : CONSTEXPR20 auto operator=(buffer&& other) NOEXCEPT -> buffer&
  method grow [17] : FORCEINLINE CONSTEXPR20 void grow(size_t n)
  method data [18]{} : T* data() const NOEXCEPT
  method name [19] : DEPRECATED("old") const char* name(int value UNUSED) OVERRIDE
  field p_ [22] : T* p_ GUARDED(mu) ~private
function lookup [24]{} : static INLINE __attribute__((noinline)) const char *lookup(const struct ctx *c UNUSED, int b) ~private
function handler [25]{} : static BOOL WINAPI handler(DWORD type) ~private
function die [26] : NORETURN void die(const char *fmt, ...)
function open_file [27-29]{} : HANDLER(open_file) #HANDLER
function made [30]{} : int C_SYMBOL(made)(int a) #C_SYMBOL
function split [32-37]{} : int split(int a)
function after [38]{} : int after(void)
`,
  );
  const types = new Map(outline.symbols.map(({ name, returnType }) => [name, returnType]));
  assert.deepEqual(
    ['operator=', 'grow', 'data', 'name', 'lookup', 'handler', 'die', 'p_'].map((name) => types.get(name)),
    ['buffer&', 'void', 'T*', 'const char*', 'const char *', 'BOOL', 'void', 'T*'],
  );
});

test('a constant pointer with a name in capitals is a constant, not a function with a macro behind its parameters', async () => {
  const { symbols } = (await outlineTree(
    `namespace messages {
const char* const BAD_ALIAS = "bad alias";
}
const char *const TOP_LEVEL[] = {"a"};
struct lock { int held() const LOCKS_EXCLUDED(mu) { return 1; } };
`,
    'cpp',
  )) as Outline;
  assert.deepEqual(
    symbols.map(({ kind, name }) => `${kind} ${name}`),
    ['namespace messages', 'constant BAD_ALIAS', 'constant TOP_LEVEL', 'struct lock', 'method held'],
  );
});

test('joins a typedef with its type; static symbols are private to their file', async () => {
  const outline = await checkOutline(
    'c',
    `/* A node. */
typedef struct node {
  struct node *next;
} node_t, *node_ptr;
struct { int width; } screen = {
  640,
};
static int count, *total;
static struct node *first(struct node **list);
struct node **second(void);
`,
    `
struct node [1-4]{} : typedef struct node "A node."
  field next [3] : struct node *next
struct screen [5-7]{} : struct
  field width [5] : int width
variable count [8] : static int count, *total ~private
variable total [8] : static int count, *total ~private
function first [9] : static struct node *first(struct node **list) ~private
function second [10] : struct node **second(void)
`,
  );
  const types = new Map(outline.symbols.map(({ name, returnType }) => [name, returnType]));
  assert.deepEqual([types.get('next'), types.get('first'), types.get('second')], ['struct node *', 'struct node *', 'struct node **']);
});

test('reads a header whose `extern "C"` begins and ends between directives', async () => {
  const text = `#ifndef A_H
#define A_H
#if defined (__cplusplus)
extern "C" {
#endif

MEM_STATIC size_t A_count(const BYTE* in)
{
    return 1;
}
MEM_STATIC size_t
A_copy(void* to, U32 last)
{
    RETURN_ERROR_IF(last < 4, tooSmall, "");
    return 4;
}

#ifdef __cplusplus
}
#endif
#endif
`;
  const outline = await outlineTree(text, 'c');
  assert.deepEqual(
    outline?.symbols.map(({ kind, name }) => `${kind} ${name}`),
    ['function A_count', 'function A_copy'],
  );
  assert.equal(outline?.hasErrors, false);
});
