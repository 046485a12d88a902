// Says of each identifier in the packages of a module what it means, as go/types of the standard library has it.
// `go run go-types.go FOLDER`: one line for each, `use path, offset, definition path, offset` with tabs between, offsets in bytes.
// Tests are checked together with their package, as the go command builds them, and errors are passed over.
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

var files = token.NewFileSet()
var root string
var out = bufio.NewWriter(os.Stdout)

// What is imported is checked from its sources, so that positions are those of the sources.
var sources = importer.ForCompiler(files, "source", nil)

// The package under test, with its tests, for the tests in a package of their own.
type importing struct {
	dir  string
	path string
	own  *types.Package
}

func (i importing) Import(path string) (*types.Package, error) {
	if path == i.path {
		return i.own, nil
	}
	return sources.(types.ImporterFrom).ImportFrom(path, i.dir, 0)
}

func parsed(dir string, names []string) []*ast.File {
	var found []*ast.File
	for _, name := range names {
		file, _ := parser.ParseFile(files, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if file != nil {
			found = append(found, file)
		}
	}
	return found
}

// By the folder as it is written: Go's own library is found through links.
var folders = map[string]string{}

func place(pos token.Pos) (string, int, bool) {
	at := files.PositionFor(pos, false)
	dir, name := filepath.Split(at.Filename)
	folder, known := folders[dir]
	if !known {
		folder, _ = filepath.EvalSymlinks(dir)
		folders[dir] = folder
	}
	path, err := filepath.Rel(root, filepath.Join(folder, name))
	return path, at.Offset, err == nil && at.IsValid() && !strings.HasPrefix(path, "..")
}

func say(ident *ast.Ident, object types.Object) {
	if object == nil || !object.Pos().IsValid() {
		return
	}
	from, start, isHere := place(ident.Pos())
	to, named, isOurs := place(object.Pos())
	if isHere && isOurs {
		fmt.Fprintf(out, "%s\t%d\t%s\t%d\n", from, start, to, named)
	}
}

func check(dir string, path string, names []string, imports importing) *types.Package {
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: imports, Error: func(err error) {}, FakeImportC: true}
	checked, _ := config.Check(path, files, parsed(dir, names), info)
	for ident, object := range info.Defs {
		say(ident, object)
	}
	for ident, object := range info.Uses {
		say(ident, origin(object))
	}
	return checked
}

// The declared field or method of an instance of a generic type.
func origin(object types.Object) types.Object {
	switch one := object.(type) {
	case *types.Var:
		return one.Origin()
	case *types.Func:
		return one.Origin()
	}
	return object
}

func main() {
	build.Default.CgoEnabled = false
	root, _ = filepath.EvalSymlinks(os.Args[1])
	os.Chdir(root)
	var dirs []string
	filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return nil
		}
		name := entry.Name()
		if path != root && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || name == "vendor") {
			return filepath.SkipDir
		}
		dirs = append(dirs, path)
		return nil
	})
	sort.Strings(dirs)
	for _, dir := range dirs {
		found, err := build.ImportDir(dir, 0)
		if found == nil || (err != nil && len(found.GoFiles)+len(found.TestGoFiles) == 0) {
			continue
		}
		path := found.ImportPath
		own := check(dir, path, append(found.GoFiles, found.TestGoFiles...), importing{dir: dir})
		if len(found.XTestGoFiles) > 0 {
			check(dir, path+"_test", found.XTestGoFiles, importing{dir, path, own})
		}
	}
	out.Flush()
}
