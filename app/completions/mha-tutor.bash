# Completion of mha-tutor for bash: the program says what may follow.
_mha_tutor() {
  local current=${COMP_WORDS[COMP_CWORD]} line ending
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line != :files* ]]; then
      COMPREPLY+=("${line%%$'\t'*}")
      continue
    fi
    compopt -o filenames
    for ending in ${line#:files}; do
      if [[ $ending == / ]]; then continue; fi
      mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -X "!*$ending" -- "$current")
    done
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$current")
  done < <(mha-tutor --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
}
complete -F _mha_tutor mha-tutor
