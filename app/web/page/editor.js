// The editor for programs: CodeMirror in a shadow root, where its styles need no permission.

import {autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap} from '@codemirror/autocomplete';
import {defaultKeymap, history, historyKeymap, indentWithTab} from '@codemirror/commands';
import {localCompletionSource, pythonLanguage} from '@codemirror/lang-python';
import {bracketMatching, HighlightStyle, indentOnInput, indentUnit, LanguageSupport, syntaxHighlighting} from '@codemirror/language';
import {lintGutter, setDiagnostics} from '@codemirror/lint';
import {EditorState, StateEffect, StateField} from '@codemirror/state';
import {Decoration, drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, WidgetType} from '@codemirror/view';
import {tags} from '@lezer/highlight';

const kLook = EditorView.theme({
  '&': {height: '100%', color: 'var(--fg)', backgroundColor: 'var(--box)', fontSize: '0.95rem'},
  '.cm-scroller': {fontFamily: 'var(--mono)', lineHeight: '1.5'},
  '.cm-content': {caretColor: 'var(--fg)'},
  '.cm-cursor': {borderLeftColor: 'var(--fg)'},
  '.cm-gutters': {backgroundColor: 'var(--box)', color: 'var(--soft)', borderRight: '1px solid var(--line)'},
  '.cm-activeLine': {backgroundColor: 'var(--active)'},
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {backgroundColor: 'var(--selection)'},
  '.cm-shapes': {color: 'var(--soft)', paddingLeft: '2em', fontSize: '.9em', fontStyle: 'italic'},
  '.cm-change': {color: 'var(--right)', paddingLeft: '6px', whiteSpace: 'pre-wrap'},
  '.cm-tooltip': {backgroundColor: 'var(--bg)', color: 'var(--fg)', border: '1px solid var(--line)'},
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {backgroundColor: 'var(--accent)', color: 'var(--on-accent)'},
});

const kColours = HighlightStyle.define([
  {tag: tags.keyword, color: 'var(--keyword)'},
  {tag: [tags.string, tags.special(tags.string)], color: 'var(--string)'},
  {tag: tags.number, color: 'var(--number)'},
  {tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic'},
  {tag: [tags.definition(tags.variableName), tags.definition(tags.className)], fontWeight: '600'},
]);

// What a line made, beside it.
class Shapes extends WidgetType {
  constructor(text, how) {
    super();
    Object.assign(this, {text, how});
  }
  eq(other) { return other.text === this.text && other.how === this.how; }
  toDOM() {
    const out = document.createElement('span');
    out.className = 'cm-shapes';
    out.textContent = this.text;
    out.title = this.how;
    return out;
  }
}

const kShown = StateEffect.define();
const kShapes = StateField.define({
  create: () => Decoration.none,
  update(shapes, transaction) {
    const shown = transaction.effects.find((e) => e.is(kShown));
    return shown ? shown.value : shapes.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

// A line in place of another, below it.
class Change extends WidgetType {
  constructor(text) {
    super();
    this.text = text;
  }
  eq(other) { return other.text === this.text; }
  toDOM() {
    const out = document.createElement('div');
    out.className = 'cm-change';
    out.textContent = this.text;
    return out;
  }
}

const kChanged = StateEffect.define();
const kChanges = StateField.define({
  create: () => Decoration.none,
  update(changes, transaction) {
    const shown = transaction.effects.find((e) => e.is(kChanged));
    // What is typed may be the change itself.
    return shown ? shown.value : transaction.docChanged ? Decoration.none : changes;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// `complete(before)` gives {typed, words}; `onChange(text)` hears of every change.
export class Editor {
  constructor(host, {complete, onChange, onRun, onSubmit}) {
    this.root = host.attachShadow({mode: 'open'});
    const style = new CSSStyleSheet();
    style.replaceSync(':host { display: block; } :host > div { height: 100%; }');
    this.root.adoptedStyleSheets = [style];
    const parent = document.createElement('div');
    this.root.append(parent);
    this.extensions = [
      lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine(),
      kShapes, kChanges, lintGutter(), indentUnit.of('    '), new LanguageSupport(pythonLanguage), syntaxHighlighting(kColours), kLook,
      // Where there is little room, long lines go on below.
      matchMedia('(max-width: 56rem)').matches ? EditorView.lineWrapping : [],
      autocompletion({override: [(context) => this.completions(context, complete)]}),
      EditorView.contentAttributes.of({'aria-label': 'Program. Escape, then Tab leaves the editor.', tabindex: '0'}),
      keymap.of([
        {key: 'Mod-Enter', run: () => (onRun(), true)},
        {key: 'Shift-Enter', run: () => (onSubmit(), true)},
        ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, indentWithTab,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
    ];
    this.view = new EditorView({parent, root: this.root, state: this.stateOf('')});
  }

  stateOf(text) { return EditorState.create({doc: text, extensions: this.extensions}); }
  get text() { return this.view.state.doc.toString(); }
  // A new text, with a history of its own.
  set text(text) { this.view.setState(this.stateOf(text)); }
  focus() { this.view.focus(); }

  async completions(context, complete) {
    const word = context.matchBefore(/[\w.]+$/);
    if (!word && !context.explicit) return null;
    const before = context.state.doc.lineAt(context.pos).text.slice(0, context.pos - context.state.doc.lineAt(context.pos).from);
    const found = await complete(before, this.text);
    const from = context.pos - found.typed, options = found.words.map((label) => ({label}));
    // Names of the program itself, of which the lesson knows nothing.
    const own = localCompletionSource(context);
    if (own && (options.length === 0 || own.from === from)) {
      const known = new Set(found.words);
      return {...own, options: [...options, ...own.options.filter((o) => !known.has(o.label))]};
    }
    return options.length > 0 ? {from, options, validFor: /^\w*$/} : null;
  }

  // Of each line what it made: {line, tensors: [{name, made, shape}]}.
  shapes(lines) {
    const doc = this.view.state.doc;
    const marks = lines.filter((l) => l.line <= doc.lines).map(({line, tensors}) => {
      const text = tensors.map((t) => `${t.name} (${t.shape.join(', ')})`.trim()).join('  ');
      return Decoration.widget({widget: new Shapes(text, tensors.map((t) => t.made).join('\n')), side: 1}).range(doc.line(line).to);
    });
    this.view.dispatch({effects: kShown.of(Decoration.set(marks, true))});
  }

  // What would make the program right: {line, before, after}, as `mend --json` says it.
  changes(all) {
    const doc = this.view.state.doc;
    const marks = all.map(({line, before, after}) => {
      const below = Math.min(before === null ? line - 1 : line, doc.lines);
      const text = after === null ? '← without this line' : `→ ${after}`;
      return Decoration.widget({widget: new Change(text), block: true, side: 1}).range(doc.line(Math.max(below, 1)).to);
    });
    const effects = [kChanged.of(Decoration.set(marks, true))];
    if (marks.length > 0) effects.push(EditorView.scrollIntoView(marks[0].from, {y: 'center'}));
    this.view.dispatch({effects});
  }

  // Problems: {line, column (from 1; may be missing), message, severity}.
  mark(problems) {
    const doc = this.view.state.doc;
    const marks = problems.filter((p) => p.line >= 1 && p.line <= doc.lines).map((p) => {
      const line = doc.line(p.line);
      const from = Math.min(line.from + Math.max(0, (p.column || 1) - 1), line.to);
      return {from, to: line.to, severity: p.severity || 'error', message: p.message};
    });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
    if (marks.length > 0) this.view.dispatch({effects: EditorView.scrollIntoView(marks[0].from, {y: 'center'})});
  }
}
