import torch
import torch.nn as nn


class Atencao(nn.Module):
    """Atenção causal com várias cabeças (índices no lugar de máscara)."""

    def __init__(self, tam_entrada, tam_saida, n_cabecas, vies=False):
        super().__init__()
        self.n_cabecas = n_cabecas
        self.tam_cabeca = tam_saida // n_cabecas
        self.consultas = nn.Linear(tam_entrada, tam_saida, bias=vies)
        self.chaves = nn.Linear(tam_entrada, tam_saida, bias=vies)
        self.valores = nn.Linear(tam_entrada, tam_saida, bias=vies)
        self.projecao = nn.Linear(tam_saida, tam_saida)

    def forward(self, x):
        b, n, _ = x.shape
        q = self.consultas(x).reshape(b, n, self.n_cabecas, -1).swapdims(1, 2)
        k = self.chaves(x).reshape(b, n, self.n_cabecas, -1).swapdims(1, 2)
        v = self.valores(x).reshape(b, n, self.n_cabecas, -1).swapdims(1, 2)
        pontos = torch.matmul(q, k.swapdims(-1, -2)).mul_(self.tam_cabeca ** -0.5)
        i, j = torch.triu_indices(n, n, offset=1)
        pontos[:, :, i, j] = -torch.inf
        pesos = pontos.log_softmax(-1).exp()
        saida = torch.matmul(pesos, v).swapdims(1, 2).reshape(b, n, -1)
        return self.projecao(saida)
