/** C++ that its grammar does not know: what stands around it keeps its names, its classes and its ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outline } from '../../server/core/model/symbol.js';
import { outlineTree } from '../../server/io/syntax/tree-sitter/outline-tree.js';

async function namesOf(text: string): Promise<string[]> {
  const { symbols, hasErrors } = (await outlineTree(text, 'cpp')) as Outline;
  assert.equal(hasErrors, false, 'no errors are left');
  return symbols.map(({ kind, name, parent }) => `${kind} ${parent < 0 ? '' : `${symbols[parent]?.name}.`}${name}`);
}

test('a template of a value whose argument is a template, in a method', async () => {
  const text = `template <typename T, typename A = std::allocator<T>>
class ShelfVector {
 public:
  int size() const { return 1; }
  ShelfVector(ShelfVector&& other) noexcept(is_nothrow<A>::value)
      : storage_(other.storage_.allocator()) {
    if (is_trivial<T>::value &&
        std::is_same_v<A, std::allocator<T>>) {
      storage_.copyFrom(other.storage_);
      return;
    }
  }
  int last() const { return 2; }
};
`;
  assert.deepEqual(await namesOf(text), [
    'class ShelfVector',
    'method ShelfVector.size',
    'constructor ShelfVector.ShelfVector',
    'method ShelfVector.last',
  ]);
});

test('calls of macros that no expression can be', async () => {
  const text = `SHELF_FLAG(uint64_t, depth, 7L, "how deep").onUpdate([]() { depth++; });
SHELF_EACH(>, <, Shelf)
SHELF_BENCHMARK(fill, int8_t, int16_t,
                Wide);
namespace shop {
int first() {
  CHECK_THAT(of<Item>().template at<3>() == 4, "wrong");
  return 1;
}
template <typename T>
    __needs_copy(std::copyable<T> &&
                 std::movable<T>)
class Box {
  T held;
};
int last() { return 2; }
}
`;
  assert.deepEqual(await namesOf(text), [
    'namespace shop',
    'function shop.first',
    'class shop.Box',
    'field Box.held',
    'function shop.last',
  ]);
});

test('an assertion that goes on in the next line is an expression', async () => {
  const text = `TEST(Shelf, Fills) {
  for (int i = 0; i < 3; i++) {
    EXPECT_GE(shelves[i]->size(), 3)
        << " at " << i;
  }
}
int last() { return 2; }
`;
  assert.deepEqual(await namesOf(text), ['test Shelf.Fills', 'function last']);
});

test('a method that cannot be read leaves its class whole', async () => {
  const text = `struct alignas(16) Chunk {
  int first() { return 1; }
  int second() {
    int a = 1;
    @@ $$ <- (
    int b = 2;
    int c = 3;
    int d = 4;
    int e = 5;
    int f = 6;
    int g = 7;
    return a;
  }
  int third() { return 3; }
};
`;
  assert.deepEqual(await namesOf(text), ['struct Chunk', 'method Chunk.first', 'method Chunk.second', 'method Chunk.third']);
});

test('attributes by macros in small letters, before and behind a declaration', async () => {
  const text = `shop_nodiscard shop_export shop_restrict void* shop_open(size_t size) shop_noexcept shop_malloc shop_size(1);
shop_export void shop_close(void* shelf) shop_noexcept { release(shelf); }
int shop_put(Shelf* my_nullable shelf, const Item& __restrict item) { return 1; }
ShelfW(Word) count(ShelfW(Sym) *symbol) { return 1; }
`;
  assert.deepEqual(await namesOf(text), ['function shop_open', 'function shop_close', 'function shop_put', 'function count']);
});

test('instantiations, names that are used with their keyword, and defaults', async () => {
  const text = `extern template class Box<84>;
template class Box<83>;
class Shelf : Base<int> {
  using typename Base<int>::value_type;
  bool packed : 1 = false;
  void fill(size_t count, Hasher = {}, Options options = {});
};
#if 0
Results, never compiled: k=2^8 11.92ns (3
#endif
int last() { return 2; }
`;
  assert.deepEqual(await namesOf(text), ['class Shelf', 'field Shelf.packed', 'method Shelf.fill', 'function last']);
});

test('a specialisation is named where its own name stands, not in its arguments', async () => {
  const text = 'template <typename T>\nstruct Box<T, BoxKind::small> : Base {\n  int held;\n};\n';
  const { symbols } = (await outlineTree(text, 'cpp')) as Outline;
  assert.equal(symbols[0]?.nameSpan.start, text.indexOf('Box<'));
});
